package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.storage.Relation;
import io.stillpoint.sqlite.storage.Rows;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Queue;

/** Pages of one relation's space in one order. */
record Pages(Relation relation, Order order) {
  /**
   * Some entries.
   *
   * @param last where it ended; null if it is empty
   * @param more whether others follow, for certain
   */
  record Page(Queue<Entry> entries, Order.Place last, boolean more) {}

  /**
   * The page after a place: one statement, which looks one row further than it returns.
   *
   * @param after null for the first page
   */
  Page read(Connection connection, Order.Place after, PageBounds bounds) throws SQLException {
    PreparedStatement select = connection.prepare(sql(after != null));
    order.bind(select, 1, relation, after);
    int index = 2;
    if (order == Order.ROWID && relation.end() != null) {
      select.setBytes(index++, relation.first());
    }
    if (relation.end() != null) {
      select.setBytes(index++, relation.end());
    }
    select.setLong(index, bounds.entries() + 1L);
    Queue<Entry> entries = new ArrayDeque<>();
    long bytes = 0;
    Order.Place last = after;
    try (ResultSet rows = select.executeQuery()) {
      while (rows.next()) {
        if (entries.size() == bounds.entries() || bytes >= bounds.bytes()) {
          return new Page(entries, last, true);
        }
        byte[] key = Rows.bytes(rows, 2);
        byte[] value = Rows.bytes(rows, 4);
        last = new Order.Place(Bytes.wrap(key), rows.getLong(1));
        entries.add(
            new Entry(relation.entryKey(key), WriteId.of(Rows.bytes(rows, 3)), Bytes.wrap(value)));
        bytes += key.length + value.length;
      }
    }
    return new Page(entries, last, false);
  }

  private String sql(boolean begun) {
    StringBuilder sql =
        new StringBuilder("SELECT rowid, k, w, v FROM ")
            .append(relation.name())
            .append(" WHERE ")
            .append(order.where(begun));
    if (relation.end() != null) {
      sql.append(order == Order.ROWID ? " AND k >= ? AND k < ?" : " AND k < ?");
    }
    return sql.append(" ORDER BY ").append(order.by()).append(" LIMIT ?").toString();
  }

  /**
   * Whether key order can be read from an index: k has a unique one of its own that compares bytes,
   * and SQLite uses it. Without one each page would sort the relation (SNAP-5).
   */
  static boolean isKeyOrdered(Connection connection, Relation relation) throws SQLException {
    boolean indexed = false;
    PreparedStatement indexes =
        connection.prepare(
            "SELECT count(*), min(c.name = 'k' AND c.coll = 'BINARY' AND NOT c.\"desc\")"
                + " FROM pragma_index_list(?) i, pragma_index_xinfo(i.name) c"
                + " WHERE i.\"unique\" AND NOT i.partial AND c.key GROUP BY i.name");
    indexes.setString(1, relation.name());
    try (ResultSet rows = indexes.executeQuery()) {
      while (rows.next()) {
        indexed |= rows.getInt(1) == 1 && rows.getInt(2) == 1;
      }
    }
    return indexed && !sorts(connection, relation);
  }

  private static boolean sorts(Connection connection, Relation relation) throws SQLException {
    PreparedStatement plan =
        connection.prepare(
            "EXPLAIN QUERY PLAN SELECT rowid, k, w, v FROM "
                + relation.name()
                + " WHERE k > x'00' ORDER BY k LIMIT 1");
    try (ResultSet rows = plan.executeQuery()) {
      while (rows.next()) {
        if (rows.getString(4).contains("TEMP B-TREE")) {
          return true;
        }
      }
    }
    return false;
  }
}
