package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.sqlite.storage.Relation;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The order of a stream, and where in it a page begins: both orders have an index of their own. */
enum Order {
  /** By the unique index on k; each entry is a look-up of its own. */
  KEY {
    @Override
    String where(boolean begun) {
      return begun ? "k > ?" : "k >= ?";
    }

    @Override
    String by() {
      return "k";
    }

    @Override
    void bind(PreparedStatement page, int index, Relation relation, Place place)
        throws SQLException {
      page.setBytes(index, place == null ? relation.first() : place.key().array());
    }
  },

  /** As the table's b-tree lies in the file. */
  ROWID {
    @Override
    String where(boolean begun) {
      return "rowid > ?";
    }

    @Override
    String by() {
      return "rowid";
    }

    @Override
    void bind(PreparedStatement page, int index, Relation relation, Place place)
        throws SQLException {
      page.setLong(index, place == null ? Long.MIN_VALUE : place.rowid());
    }
  };

  /** The entry that a page ended with. */
  record Place(Bytes key, long rowid) {}

  /**
   * The condition that keeps what was not read yet, with one parameter.
   *
   * @param begun whether anything was
   */
  abstract String where(boolean begun);

  /** The column to order by. */
  abstract String by();

  /**
   * Binds the condition's parameter.
   *
   * @param place the last entry read, or null
   */
  abstract void bind(PreparedStatement page, int index, Relation relation, Place place)
      throws SQLException;
}
