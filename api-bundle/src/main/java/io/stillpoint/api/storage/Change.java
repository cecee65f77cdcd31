package io.stillpoint.api.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import java.util.Objects;

/**
 * One entry's part in a batch.
 *
 * @param table one of the batch's tables
 * @param kind what happens to the entry
 * @param value the new value of a put, else null
 * @param wantOld whether {@link CommitOutcome.Applied#old} must have what was there before
 */
public record Change(
    TableId table,
    int space,
    EntryKey key,
    Expectation expectation,
    Kind kind,
    Bytes value,
    boolean wantOld) {
  /** What happens to the entry. */
  public enum Kind {
    /** Write the value, whether or not there was one. */
    PUT,
    /** Remove it; no entry is no error. */
    DELETE,
    /** Nothing: the expectation alone counts. */
    CHECK
  }

  public Change {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(expectation, "expectation");
    Objects.requireNonNull(kind, "kind");
    if ((value != null) != (kind == Kind.PUT)) {
      throw new IllegalArgumentException("a put has a value, nothing else has");
    }
  }

  public static Change put(
      TableId table, int space, EntryKey key, Expectation expectation, Bytes value) {
    return new Change(table, space, key, expectation, Kind.PUT, value, false);
  }

  public static Change delete(TableId table, int space, EntryKey key, Expectation expectation) {
    return new Change(table, space, key, expectation, Kind.DELETE, null, false);
  }

  public static Change check(TableId table, int space, EntryKey key, Expectation expectation) {
    return new Change(table, space, key, expectation, Kind.CHECK, null, false);
  }

  /** This change, with the old entry wanted. */
  public Change wantingOld() {
    return new Change(table, space, key, expectation, kind, value, true);
  }
}
