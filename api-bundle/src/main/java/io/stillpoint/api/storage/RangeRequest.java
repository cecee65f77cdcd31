package io.stillpoint.api.storage;

import java.util.Objects;

/**
 * One page of a range.
 *
 * @param maxEntries at least 1
 * @param maxBytes at least 1; counts the fetched bytes of the values and their keys
 * @param consistent whether it must see every commit that was acknowledged before it began
 */
public record RangeRequest(
    TableRevision table,
    int space,
    KeyRange range,
    int maxEntries,
    long maxBytes,
    Fetch fetch,
    boolean consistent) {
  public RangeRequest {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(range, "range");
    Objects.requireNonNull(fetch, "fetch");
    if (maxEntries < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("bounds are at least 1");
    }
  }
}
