package io.stillpoint.sqlite.coordination;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Compare-and-set rows (COORD-1). Every accepted write appends to the ledger, and a row's revision
 * is the ledger's row number: so no number is ever used twice, also not after a delete.
 */
final class SqliteRevisions implements Revisions {
  /** What a change did; {@code row} is null where it refused or removed. */
  private record Change(RevisionedRow row, boolean accepted, long current) {}

  private final Supplier<Database> database;

  SqliteRevisions(Supplier<Database> database) {
    this.database = database;
  }

  @Override
  public Optional<RevisionedRow> get(String collection, String key, Deadline deadline) {
    return database.get().read(c -> Optional.ofNullable(select(c, collection, key)), deadline);
  }

  @Override
  public List<RevisionedRow> list(String collection, String after, int limit, Deadline deadline) {
    return database
        .get()
        .read(
            connection -> {
              PreparedStatement select =
                  connection.prepare(
                      "SELECT key, revision, value FROM revisions"
                          + " WHERE collection = ? AND key > ? ORDER BY key LIMIT ?");
              select.setString(1, collection);
              select.setString(2, after);
              select.setInt(3, limit);
              List<RevisionedRow> rows = new ArrayList<>();
              try (ResultSet result = select.executeQuery()) {
                while (result.next()) {
                  rows.add(
                      new RevisionedRow(
                          collection, result.getString(1), result.getLong(2), value(result, 3)));
                }
              }
              return rows;
            },
            deadline);
  }

  @Override
  public RevisionedRow create(String collection, String key, Bytes value, Deadline deadline) {
    return accepted(
        database.get().change(c -> replace(c, collection, key, 0, value, "create"), deadline),
        collection,
        key);
  }

  @Override
  public RevisionedRow update(
      String collection, String key, long expectedRevision, Bytes value, Deadline deadline) {
    return accepted(
        database
            .get()
            .change(c -> replace(c, collection, key, expectedRevision, value, "update"), deadline),
        collection,
        key);
  }

  @Override
  public void delete(String collection, String key, long expectedRevision, Deadline deadline) {
    accepted(
        database
            .get()
            .change(c -> replace(c, collection, key, expectedRevision, null, "delete"), deadline),
        collection,
        key);
  }

  private static RevisionedRow accepted(Change change, String collection, String key) {
    if (!change.accepted()) {
      throw new StaleRevisionException(
          collection + "/" + key + " is at revision " + change.current(), change.current());
    }
    return change.row();
  }

  /**
   * Replaces a row if its revision is the expected one.
   *
   * @param expected 0 for a row that must not be there
   * @param value null to remove it
   */
  private static Change replace(
      Connection connection,
      String collection,
      String key,
      long expected,
      Bytes value,
      String action)
      throws SQLException {
    RevisionedRow current = select(connection, collection, key);
    long revision = current == null ? 0 : current.revision();
    if (revision != expected || (current == null && !action.equals("create"))) {
      return new Change(null, false, revision);
    }
    long next = appendToLedger(connection, collection, key, action);
    if (value == null) {
      PreparedStatement delete =
          connection.prepare("DELETE FROM revisions WHERE collection = ? AND key = ?");
      delete.setString(1, collection);
      delete.setString(2, key);
      delete.executeUpdate();
      return new Change(null, true, next);
    }
    PreparedStatement put =
        connection.prepare(
            "INSERT INTO revisions (collection, key, revision, value) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (collection, key)"
                + " DO UPDATE SET revision = excluded.revision, value = excluded.value");
    put.setString(1, collection);
    put.setString(2, key);
    put.setLong(3, next);
    put.setBytes(4, value.array());
    put.executeUpdate();
    return new Change(new RevisionedRow(collection, key, next, value), true, next);
  }

  private static long appendToLedger(
      Connection connection, String collection, String key, String action) throws SQLException {
    PreparedStatement insert =
        connection.prepare(
            "INSERT INTO revision_ledger (collection, key, action) VALUES (?, ?, ?)"
                + " RETURNING revision");
    insert.setString(1, collection);
    insert.setString(2, key);
    insert.setString(3, action);
    try (ResultSet result = insert.executeQuery()) {
      result.next();
      return result.getLong(1);
    }
  }

  private static RevisionedRow select(Connection connection, String collection, String key)
      throws SQLException {
    PreparedStatement select =
        connection.prepare(
            "SELECT revision, value FROM revisions WHERE collection = ? AND key = ?");
    select.setString(1, collection);
    select.setString(2, key);
    try (ResultSet result = select.executeQuery()) {
      return result.next()
          ? new RevisionedRow(collection, key, result.getLong(1), value(result, 2))
          : null;
    }
  }

  static Bytes value(ResultSet result, int column) throws SQLException {
    byte[] bytes = result.getBytes(column);
    return bytes == null ? Bytes.EMPTY : Bytes.wrap(bytes);
  }
}
