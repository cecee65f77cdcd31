package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.sqlite.database.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A table, and the number that its relations' names are made of.
 *
 * @param number never used again
 */
public record TableRow(long number, StoredTable table) {
  static final String SELECT =
      "SELECT number, id, account, name, revision, state, spaces, document FROM tables";

  /**
   * Where a space's entries are.
   *
   * @throws InternalException if the table has no such space: a caller that planned under this
   *     revision knows its spaces
   */
  public Relation relation(int space) {
    if (!table.spaces().contains(space)) {
      throw new InternalException("table " + table.name() + " has no space " + space);
    }
    return relationOf(space);
  }

  /** The table with this name as the database has it; null if there is none. */
  public static TableRow find(Connection connection, String account, String name)
      throws SQLException {
    PreparedStatement select = connection.prepare(SELECT + " WHERE account = ? AND name = ?");
    select.setString(1, account);
    select.setString(2, name);
    try (ResultSet rows = select.executeQuery()) {
      return rows.next() ? of(rows) : null;
    }
  }

  /** The table of a row that {@link #SELECT} reads. */
  static TableRow of(ResultSet row) throws SQLException {
    return new TableRow(
        row.getLong(1),
        new StoredTable(
            TableId.of(row.getString(2)),
            row.getString(3),
            row.getString(4),
            row.getLong(5),
            TableState.valueOf(row.getString(6)),
            spaces(row.getString(7)),
            Bytes.wrap(row.getBytes(8))));
  }

  private static Set<Integer> spaces(String text) {
    Set<Integer> spaces = new TreeSet<>();
    for (String number : text.split(",", -1)) {
      spaces.add(Integer.valueOf(number));
    }
    return spaces;
  }

  /** The distinct relations of all its spaces, as whole tables. */
  public Set<Relation> relations() {
    Set<Relation> relations = new LinkedHashSet<>();
    table
        .spaces()
        .forEach(
            space -> relations.add(new Relation(relationOf(space).name(), Relation.NO_PREFIX)));
    return relations;
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
