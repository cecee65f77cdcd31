package io.stillpoint.api.entry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.KeyCodec;
import java.nio.ByteBuffer;

/**
 * The fixed beginning of every value in ITEMS and in index spaces: a format byte, the DynamoDB size
 * as four bytes, and the {@link KeyCodec#segmentHash} of the partition as four bytes. It lets pages
 * be cut, counted and segmented without reading the rest.
 *
 * @param format {@value #FORMAT}
 * @param size the DynamoDB size of what the entry shows, in bytes
 * @param hash the segment hash of the entry's partition
 */
public record EntryHeader(int format, int size, int hash) {
  public static final int FORMAT = 1;

  /** Bytes that a header has. */
  public static final int LENGTH = 9;

  /** Where the size begins. */
  public static final int SIZE_OFFSET = 1;

  /** Where the hash begins. */
  public static final int HASH_OFFSET = 5;

  public static EntryHeader of(int size, Bytes partition) {
    return new EntryHeader(FORMAT, size, KeyCodec.segmentHash(partition));
  }

  /**
   * The header of a value.
   *
   * @throws IllegalArgumentException if the value is shorter than a header or of another format
   */
  public static EntryHeader read(Bytes value) {
    if (value.length() < LENGTH || value.at(0) != FORMAT) {
      throw new IllegalArgumentException("not a value of format " + FORMAT + ": " + value);
    }
    ByteBuffer buffer = ByteBuffer.wrap(value.array());
    return new EntryHeader(FORMAT, buffer.getInt(SIZE_OFFSET), buffer.getInt(HASH_OFFSET));
  }

  void write(ByteBuffer target) {
    target.put((byte) format).putInt(size).putInt(hash);
  }
}
