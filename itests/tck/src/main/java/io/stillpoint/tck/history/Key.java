package io.stillpoint.tck.history;

import java.util.Comparator;
import java.util.Objects;

/**
 * The primary key of one item of one table, as {@link Values} texts.
 *
 * @param table the table's name
 * @param hash the hash key's value, such as {@code S:user-7}
 * @param range the range key's value; empty where the table has none
 */
public record Key(String table, String hash, String range) implements Comparable<Key> {
  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::table).thenComparing(Key::hash).thenComparing(Key::range);

  public Key {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(hash, "hash");
    Objects.requireNonNull(range, "range");
  }

  @Override
  public int compareTo(Key other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return table + "/" + hash + (range.isEmpty() ? "" : "/" + range);
  }
}
