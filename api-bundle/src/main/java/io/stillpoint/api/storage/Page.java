package io.stillpoint.api.storage;

import java.util.List;

/**
 * The entries of a range, in its order.
 *
 * @param entries ends after the entry that reached either bound
 * @param more whether entries of the range may follow; false is certain, true may turn out empty
 */
public record Page(List<Entry> entries, boolean more) {
  public Page {
    entries = List.copyOf(entries);
  }
}
