package io.stillpoint.sqlite.storage;

import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The tables of the instance. The file has one owner and one writing thread, so the catalog in
 * memory is the catalog: the writer changes its own copy inside its transaction, and the copy that
 * others see is replaced after the commit, before anyone is answered.
 */
final class Catalog implements Database.Follower {
  private volatile Map<TableId, TableRow> committed;
  private Map<TableId, TableRow> working;
  private boolean changed;

  private Catalog(Map<TableId, TableRow> rows) {
    committed = Map.copyOf(rows);
    working = new HashMap<>(rows);
  }

  static Catalog load(Connection connection) throws SQLException {
    return new Catalog(rows(connection));
  }

  private static Map<TableId, TableRow> rows(Connection connection) throws SQLException {
    Map<TableId, TableRow> rows = new HashMap<>();
    try (ResultSet result = connection.prepare(TableRow.SELECT).executeQuery()) {
      while (result.next()) {
        TableRow row = TableRow.of(result);
        rows.put(row.table().id(), row);
      }
    }
    return rows;
  }

  private static String text(Set<Integer> spaces) {
    return new TreeSet<>(spaces).stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** The tables that were committed, for any thread. */
  Map<TableId, TableRow> committed() {
    return committed;
  }

  /** A table as the running transaction sees it; null if there is none. Writer's thread only. */
  TableRow current(TableId id) {
    return working.get(id);
  }

  /** The table with this name; null if there is none. Writer's thread only. */
  TableRow named(String account, String name) {
    for (TableRow row : working.values()) {
      if (row.table().account().equals(account) && row.table().name().equals(name)) {
        return row;
      }
    }
    return null;
  }

  /** Adds a table. Writer's thread only. */
  TableRow insert(Connection connection, StoredTable table) throws SQLException {
    PreparedStatement insert =
        connection.prepare(
            "INSERT INTO tables (id, account, name, revision, state, spaces, document)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number");
    insert.setString(1, table.id().toString());
    insert.setString(2, table.account());
    insert.setString(3, table.name());
    insert.setLong(4, table.revision());
    insert.setString(5, table.state().name());
    insert.setString(6, text(table.spaces()));
    insert.setBytes(7, table.document().array());
    long number;
    try (ResultSet result = insert.executeQuery()) {
      result.next();
      number = result.getLong(1);
    }
    TableRow row = new TableRow(number, table);
    working.put(table.id(), row);
    changed = true;
    return row;
  }

  /** Replaces a table's row. Writer's thread only. */
  TableRow update(Connection connection, TableRow row, StoredTable table) throws SQLException {
    PreparedStatement update =
        connection.prepare(
            "UPDATE tables SET revision = ?, state = ?, spaces = ?, document = ? WHERE number = ?");
    update.setLong(1, table.revision());
    update.setString(2, table.state().name());
    update.setString(3, text(table.spaces()));
    update.setBytes(4, table.document().array());
    update.setLong(5, row.number());
    update.executeUpdate();
    TableRow updated = new TableRow(row.number(), table);
    working.put(table.id(), updated);
    changed = true;
    return updated;
  }

  /** Removes a table's row. Writer's thread only. */
  void remove(Connection connection, TableRow row) throws SQLException {
    PreparedStatement delete = connection.prepare("DELETE FROM tables WHERE number = ?");
    delete.setLong(1, row.number());
    delete.executeUpdate();
    working.remove(row.table().id());
    changed = true;
  }

  @Override
  public void operationUndone(Connection connection) throws SQLException {
    if (changed) {
      // The undone operation may have come as far as the working copy, others of its group too.
      working = rows(connection);
    }
  }

  @Override
  public void transactionCommitted() {
    if (changed) {
      committed = Map.copyOf(working);
      changed = false;
    }
  }

  @Override
  public void transactionRolledBack() {
    if (changed) {
      working = new HashMap<>(committed);
      changed = false;
    }
  }
}
