package io.stillpoint.sqlite.storage;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.storage.StoredTable;

/**
 * A table, and the number that its relations' names are made of.
 *
 * @param number never used again
 */
record TableRow(long number, StoredTable table) {
  /** Where a space's entries are. */
  Relation relation(int space) {
    if (space == Spaces.ITEMS) {
      return new Relation("i" + number, Relation.NO_PREFIX);
    }
    if (Spaces.isIndex(space)) {
      return new Relation("x" + number + "_" + space, Relation.NO_PREFIX);
    }
    return new Relation("o" + number, space);
  }
}
