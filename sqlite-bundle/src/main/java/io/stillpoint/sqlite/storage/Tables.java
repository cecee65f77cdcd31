package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.sqlite.database.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Changes of tables, on the writer's thread. A refusal is returned, not thrown, since it is no
 * failure of the transaction.
 */
final class Tables {
  /** Either what a change answers, or the error that refuses it. */
  record Answer<T>(T value, StorageException refusal) {
    static <T> Answer<T> of(T value) {
      return new Answer<>(value, null);
    }

    static <T> Answer<T> refused(StorageException refusal) {
      return new Answer<>(null, refusal);
    }

    T orThrow() {
      if (refusal != null) {
        throw refusal;
      }
      return value;
    }
  }

  private final Catalog catalog;

  Tables(Catalog catalog) {
    this.catalog = catalog;
  }

  Answer<StoredTable> create(Connection connection, NewTable table) throws SQLException {
    TableRow existing = catalog.current(table.id());
    if (existing != null) {
      return Answer.of(existing.table());
    }
    if (catalog.named(table.account(), table.name()) != null) {
      return Answer.refused(new TableInUseException("Table already exists: " + table.name()));
    }
    Set<Integer> spaces = new TreeSet<>(table.spaces());
    spaces.addAll(Spaces.FIXED);
    TableRow row =
        catalog.insert(
            connection,
            new StoredTable(
                table.id(),
                table.account(),
                table.name(),
                1,
                TableState.LIVE,
                spaces,
                table.document()));
    for (Relation relation : relations(row, spaces)) {
      connection.executeOnce(relation.create());
    }
    return Answer.of(row.table());
  }

  /** The distinct relations of some spaces, which the table need not have yet. */
  private static Set<Relation> relations(TableRow row, Set<Integer> spaces) {
    Set<Relation> relations = new LinkedHashSet<>();
    for (int space : spaces) {
      relations.add(new Relation(row.relationOf(space).name(), Relation.NO_PREFIX));
    }
    return relations;
  }

  Answer<StoredTable> alter(
      Connection connection, TableId id, long expected, Bytes document, Set<Integer> wanted)
      throws SQLException {
    TableRow row = catalog.current(id);
    if (row == null) {
      return Answer.refused(new TableNotFoundException("no table " + id));
    }
    StoredTable table = row.table();
    if (table.state() != TableState.LIVE) {
      return Answer.refused(new TableInUseException("table " + table.name() + " is DELETING"));
    }
    if (table.revision() != expected) {
      return Answer.refused(
          new StaleRevisionException(
              "table " + table.name() + " is not at revision " + expected, table.revision()));
    }
    Set<Integer> spaces = new TreeSet<>(wanted);
    spaces.addAll(Spaces.FIXED);
    Set<Relation> before = row.relations();
    Set<Relation> after = relations(row, spaces);
    for (Relation relation : after) {
      if (!before.contains(relation)) {
        connection.executeOnce(relation.create());
      }
    }
    for (Relation relation : before) {
      if (!after.contains(relation)) {
        reclaim(connection, row, relation);
      }
    }
    return Answer.of(
        catalog
            .update(
                connection,
                row,
                new StoredTable(
                    id,
                    table.account(),
                    table.name(),
                    table.revision() + 1,
                    table.state(),
                    spaces,
                    document))
            .table());
  }

  /**
   * Deletes a table: at once if that is quick, else it becomes DELETING and the reclaimer goes on.
   *
   * @param atOnce whether it may be gone when this returns
   */
  Answer<Optional<StoredTable>> delete(Connection connection, TableId id, boolean atOnce)
      throws SQLException {
    TableRow row = catalog.current(id);
    if (row == null) {
      return Answer.refused(new TableNotFoundException("no table " + id));
    }
    StoredTable table = row.table();
    if (table.state() == TableState.DELETING) {
      return Answer.of(Optional.of(table));
    }
    Set<Relation> relations = row.relations();
    if (atOnce && areSmall(connection, relations)) {
      for (Relation relation : relations) {
        connection.executeOnce(relation.drop());
      }
      catalog.remove(connection, row);
      return Answer.of(Optional.empty());
    }
    for (Relation relation : relations) {
      reclaim(connection, row, relation);
    }
    StoredTable deleting =
        new StoredTable(
            id,
            table.account(),
            table.name(),
            table.revision() + 1,
            TableState.DELETING,
            table.spaces(),
            table.document());
    return Answer.of(Optional.of(catalog.update(connection, row, deleting).table()));
  }

  /** Whether all of it can be dropped in a few milliseconds. */
  private static boolean areSmall(Connection connection, Set<Relation> relations)
      throws SQLException {
    long entries = 0;
    long bytes = 0;
    for (Relation relation : relations) {
      try (ResultSet rows =
          connection
              .prepare(
                  "SELECT count(*), coalesce(sum(n), 0) FROM (SELECT length(v) AS n FROM "
                      + relation.name()
                      + " LIMIT 1001)")
              .executeQuery()) {
        rows.next();
        entries += rows.getLong(1);
        bytes += rows.getLong(2);
      }
    }
    return entries <= 1000 && bytes <= 4 << 20;
  }

  private static void reclaim(Connection connection, TableRow row, Relation relation)
      throws SQLException {
    PreparedStatement insert = connection.prepare("INSERT INTO reclaim VALUES (?, ?)");
    insert.setString(1, relation.name());
    insert.setLong(2, row.number());
    insert.executeUpdate();
  }
}
