package io.stillpoint.api.key;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;

/**
 * The key of an entry within a space: a partition and a sort part, both encoded by {@link
 * KeyCodec}. Ordered by partition, then by sort, as unsigned bytes.
 *
 * @param partition what a backend with {@code atomicity=partition} keeps together; never empty
 * @param sort may be empty
 */
public record EntryKey(Bytes partition, Bytes sort) implements Comparable<EntryKey> {
  private static final byte ESCAPED = (byte) 0xFF;

  public EntryKey {
    Objects.requireNonNull(partition, "partition");
    Objects.requireNonNull(sort, "sort");
  }

  /** The least key greater than this one. */
  public EntryKey next() {
    return new EntryKey(partition, sort.next());
  }

  /**
   * Both parts in one byte string with the same order, for backends whose index has one column: the
   * partition escaped and terminated ({@link KeyCodec#terminated}), then the sort part as it is.
   */
  public Bytes joined() {
    return KeyCodec.terminated(partition).concat(sort);
  }

  /**
   * The key whose {@link #joined} form this is.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static EntryKey split(Bytes joined) {
    byte[] bytes = joined.array();
    byte[] partition = new byte[bytes.length];
    int length = 0;
    for (int i = 0; i + 1 < bytes.length; i++) {
      if (bytes[i] != 0) {
        partition[length++] = bytes[i];
      } else if (bytes[i + 1] == ESCAPED) {
        partition[length++] = 0;
        i++;
      } else if (bytes[i + 1] == 0) {
        return new EntryKey(
            Bytes.wrap(partition).slice(0, length), joined.slice(i + 2, bytes.length));
      } else {
        break;
      }
    }
    throw new IllegalArgumentException("not a joined key: " + joined);
  }

  @Override
  public int compareTo(EntryKey other) {
    int order = partition.compareTo(other.partition);
    return order != 0 ? order : sort.compareTo(other.sort);
  }
}
