package io.stillpoint.api.storage;

import java.util.List;
import java.util.Objects;

/**
 * Changes that are applied all or not at all.
 *
 * @param writeId fresh for each attempt, also of the same changes
 * @param tables every table that a change names, at the revision it was planned under
 * @param changes at least one; no two for the same entry
 */
public record Batch(WriteId writeId, List<TableRevision> tables, List<Change> changes) {
  public Batch {
    Objects.requireNonNull(writeId, "writeId");
    tables = List.copyOf(tables);
    changes = List.copyOf(changes);
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("a batch has at least one change");
    }
    for (Change change : changes) {
      requireFenced(tables, change.table());
    }
  }

  /** A change of a table that the batch does not name would escape the fence. */
  private static void requireFenced(List<TableRevision> tables, TableId table) {
    for (TableRevision fenced : tables) {
      if (fenced.table().equals(table)) {
        return;
      }
    }
    throw new IllegalArgumentException("a change of table " + table + ", which is not fenced");
  }
}
