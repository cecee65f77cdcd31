package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import java.util.Arrays;

/**
 * A SQLite table that holds one space, or all of a table's small spaces with the space's number as
 * the key's first byte. Columns: k, the joined key; w, the write id; h, the value's header once
 * more; v, the value.
 *
 * <p>The header has a column of its own because SQLite reads all overflow pages of a value to cut
 * its beginning off, but none of the columns after the last one that a statement names: counts,
 * segment filters and pages of headers so leave large values alone.
 *
 * <p>A rowid table with a unique index on k: docs/decisions/sqlite-layout.md says why.
 *
 * @param prefix the key's first byte, or {@link #NO_PREFIX}
 */
public record Relation(String name, int prefix) {
  public static final int NO_PREFIX = -1;

  byte[] key(EntryKey key) {
    return prefixed(key.joined());
  }

  /** A joined key as it is in column k. */
  byte[] prefixed(Bytes joined) {
    if (prefix == NO_PREFIX) {
      return joined.array();
    }
    byte[] key = new byte[joined.length() + 1];
    key[0] = (byte) prefix;
    System.arraycopy(joined.array(), 0, key, 1, joined.length());
    return key;
  }

  public EntryKey entryKey(byte[] k) {
    return EntryKey.split(Bytes.wrap(prefix == NO_PREFIX ? k : Arrays.copyOfRange(k, 1, k.length)));
  }

  /** The least k of the space. */
  public byte[] first() {
    return prefix == NO_PREFIX ? new byte[0] : new byte[] {(byte) prefix};
  }

  /** The least k above the space, or null if it goes to the relation's end. */
  public byte[] end() {
    return prefix == NO_PREFIX ? null : new byte[] {(byte) (prefix + 1)};
  }

  public String create() {
    return "CREATE TABLE "
        + name
        + " (k BLOB NOT NULL UNIQUE, w BLOB NOT NULL, h BLOB NOT NULL,"
        + " v BLOB NOT NULL)";
  }

  String drop() {
    return "DROP TABLE IF EXISTS " + name;
  }

  String put() {
    return "INSERT INTO "
        + name
        + " (k, w, h, v) VALUES (?, ?, ?, ?)"
        + " ON CONFLICT (k) DO UPDATE SET w = excluded.w, h = excluded.h, v = excluded.v";
  }

  String delete() {
    return "DELETE FROM " + name + " WHERE k = ?";
  }

  String get() {
    return "SELECT w, v FROM " + name + " WHERE k = ?";
  }

  String writeId() {
    return "SELECT w FROM " + name + " WHERE k = ?";
  }
}
