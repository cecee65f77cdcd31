package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.database.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads by key, each under the fence of its table, all of one instant. */
final class Reads {
  private final Catalog catalog;

  Reads(Catalog catalog) {
    this.catalog = catalog;
  }

  /** One statement that joins the fence: its own read transaction. */
  Entry one(Connection connection, TableRevision table, ReadKey key) throws SQLException {
    TableRow row = row(table);
    try {
      return one(connection, table, row.number(), row.relation(key.space()), key.key());
    } catch (SQLException e) {
      // The relation may have gone with its table, or by a change of its definition whose commit
      // the
      // catalog did not show yet: that is no error of SQLite's but a stale revision.
      requireCurrent(connection, table);
      throw e;
    }
  }

  private static Entry one(
      Connection connection, TableRevision table, long number, Relation relation, EntryKey key)
      throws SQLException {
    PreparedStatement select =
        connection.prepare(
            "SELECT t.revision, t.state, e.w, e.v FROM tables t LEFT JOIN "
                + relation.name()
                + " e ON e.k = ? WHERE t.number = ?");
    select.setBytes(1, relation.key(key));
    select.setLong(2, number);
    try (ResultSet rows = select.executeQuery()) {
      requireCurrent(rows, table);
      byte[] writeId = rows.getBytes(3);
      return writeId == null
          ? null
          : new Entry(key, WriteId.of(writeId), Bytes.wrap(Rows.bytes(rows, 4)));
    }
  }

  /** A read inside a transaction. */
  interface Body<T> {
    T run() throws SQLException;
  }

  /**
   * Runs a read in a transaction of its own after a check of every fence; the first check pins the
   * instant.
   */
  <T> T underFence(Connection connection, List<TableRevision> tables, Body<T> body)
      throws SQLException {
    connection.execute("BEGIN");
    try {
      for (TableRevision table : tables) {
        requireCurrent(connection, table);
      }
      return body.run();
    } finally {
      // Nothing was written: either ending is the same, and this one cannot be refused.
      connection.rollback();
    }
  }

  /** A transaction: every fence, then every entry; its first read pins the instant. */
  List<Entry> several(Connection connection, List<TableRevision> tables, List<ReadKey> keys)
      throws SQLException {
    Map<TableId, TableRow> rows = new HashMap<>();
    for (TableRevision table : tables) {
      rows.put(table.table(), row(table));
    }
    return underFence(
        connection,
        tables,
        () -> {
          List<Entry> entries = new ArrayList<>(keys.size());
          for (ReadKey key : keys) {
            entries.add(entry(connection, rows.get(key.table()), key));
          }
          return entries;
        });
  }

  private static Entry entry(Connection connection, TableRow row, ReadKey key) throws SQLException {
    Relation relation = row.relation(key.space());
    PreparedStatement select = connection.prepare(relation.get());
    select.setBytes(1, relation.key(key.key()));
    try (ResultSet rows = select.executeQuery()) {
      return rows.next()
          ? new Entry(key.key(), WriteId.of(rows.getBytes(1)), Bytes.wrap(Rows.bytes(rows, 2)))
          : null;
    }
  }

  /** The table's row, if it may be current: the statement that follows decides. */
  TableRow row(TableRevision table) {
    TableRow row = catalog.committed().get(table.table());
    if (row == null) {
      throw stale(table, 0);
    }
    if (row.table().revision() != table.revision()) {
      throw stale(table, row.table().revision());
    }
    return row;
  }

  /** Checks the fence inside the running transaction. */
  private void requireCurrent(Connection connection, TableRevision table) throws SQLException {
    PreparedStatement select =
        connection.prepare("SELECT revision, state FROM tables WHERE number = ?");
    select.setLong(1, row(table).number());
    try (ResultSet rows = select.executeQuery()) {
      requireCurrent(rows, table);
    }
  }

  private static void requireCurrent(ResultSet rows, TableRevision table) throws SQLException {
    if (!rows.next()) {
      throw stale(table, 0);
    }
    if (rows.getLong(1) != table.revision() || !TableState.LIVE.name().equals(rows.getString(2))) {
      throw stale(table, rows.getLong(1));
    }
  }

  private static StaleRevisionException stale(TableRevision table, long current) {
    return new StaleRevisionException(
        "table " + table.table() + " is not at revision " + table.revision(), current);
  }
}
