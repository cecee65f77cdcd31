package io.stillpoint.sqlite.storage;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.storage.StoredTable;

/**
 * A table, and the number that its relations' names are made of.
 *
 * @param number never used again
 */
record TableRow(long number, StoredTable table) {
  /**
   * Where a space's entries are.
   *
   * @throws InternalException if the table has no such space: a caller that planned under this
   *     revision knows its spaces
   */
  Relation relation(int space) {
    if (!table.spaces().contains(space)) {
      throw new InternalException("table " + table.name() + " has no space " + space);
    }
    return relationOf(space);
  }

  /** Where a space's entries are or will be. */
  Relation relationOf(int space) {
    if (space == Spaces.ITEMS) {
      return new Relation("i" + number, Relation.NO_PREFIX);
    }
    if (Spaces.isIndex(space)) {
      return new Relation("x" + number + "_" + space, Relation.NO_PREFIX);
    }
    return new Relation("o" + number, space);
  }
}
