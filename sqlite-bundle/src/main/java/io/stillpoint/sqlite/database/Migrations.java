package io.stillpoint.sqlite.database;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The schema, version by version (COORD-6). Each migration is one transaction that takes the write
 * lock first, then looks what is missing, applies it and records it, so that runners at once apply
 * each version once and a killed one leaves nothing of it.
 */
public final class Migrations {
  /** One version's statements. */
  public record Migration(int version, List<String> statements) {
    public Migration {
      statements = List.copyOf(statements);
    }
  }

  /** Marks the file as ours (PRAGMA application_id): "StPt". */
  static final int APPLICATION_ID = 0x53745074;

  private static final List<Migration> ALL =
      List.of(
          new Migration(
              1,
              List.of(
                  "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
                  "CREATE TABLE tables ("
                      + "number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,"
                      + " account TEXT NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL,"
                      + " state TEXT NOT NULL, spaces TEXT NOT NULL, document BLOB NOT NULL,"
                      + " UNIQUE (account, name))",
                  "CREATE TABLE reclaim (relation TEXT PRIMARY KEY, table_number INTEGER NOT NULL)"
                      + " WITHOUT ROWID",
                  "CREATE TABLE revisions (collection TEXT NOT NULL, key TEXT NOT NULL,"
                      + " revision INTEGER NOT NULL, value BLOB NOT NULL,"
                      + " PRIMARY KEY (collection, key)) WITHOUT ROWID",
                  "CREATE TABLE revision_ledger (revision INTEGER PRIMARY KEY AUTOINCREMENT,"
                      + " collection TEXT NOT NULL, key TEXT NOT NULL, action TEXT NOT NULL)",
                  "CREATE TABLE intents (sequence INTEGER PRIMARY KEY AUTOINCREMENT,"
                      + " key TEXT NOT NULL UNIQUE, scope TEXT NOT NULL, kind TEXT NOT NULL,"
                      + " payload BLOB NOT NULL, active INTEGER NOT NULL, result BLOB NOT NULL)",
                  "CREATE UNIQUE INDEX one_active_intent ON intents (scope) WHERE active = 1")));

  private Migrations() {}

  /** The version that this code writes, and the newest that it reads. */
  public static int newest() {
    return ALL.get(ALL.size() - 1).version();
  }

  /**
   * Checks that a file is empty or ours, before anything of it is changed.
   *
   * @throws DatabaseException if it is another program's database, or a newer version wrote it
   */
  static void requireOurs(Connection connection, String place)
      throws SQLException, DatabaseException {
    if (connection.number("SELECT count(*) FROM sqlite_schema") == 0) {
      return;
    }
    if (connection.number("PRAGMA application_id") != APPLICATION_ID) {
      throw new DatabaseException(
          place + " is a SQLite database, but none of Stillpoint's: use another path.", true, null);
    }
    requireReadable(version(connection), newest(), place);
  }

  private static void requireReadable(int current, int newest, String place)
      throws DatabaseException {
    if (current > newest) {
      throw new DatabaseException(
          place
              + " has format "
              + current
              + "; this version of Stillpoint reads up to format "
              + newest
              + ": start the newer version that wrote it.",
          true,
          null);
    }
  }

  /**
   * Brings a database to {@link #newest}.
   *
   * @param place the database's name for people
   * @throws DatabaseException if a newer version wrote it, or it is no database of ours
   */
  static void apply(Connection connection, String place) throws SQLException, DatabaseException {
    apply(connection, place, ALL);
  }

  static void apply(Connection connection, String place, List<Migration> migrations)
      throws SQLException, DatabaseException {
    int last = migrations.get(migrations.size() - 1).version();
    for (Migration migration : migrations) {
      connection.execute("BEGIN IMMEDIATE");
      try {
        begin(connection);
        int current = version(connection);
        requireReadable(current, last, place);
        if (current < migration.version()) {
          for (String statement : migration.statements()) {
            connection.executeOnce(statement);
          }
          record(connection, migration.version());
        }
        connection.execute("COMMIT");
      } catch (SQLException | DatabaseException | RuntimeException e) {
        connection.rollback();
        throw e;
      }
    }
  }

  /** Makes an empty database one of ours, inside the first migration's transaction. */
  private static void begin(Connection connection) throws SQLException {
    if (connection.number("SELECT count(*) FROM sqlite_schema") == 0) {
      connection.executeOnce("PRAGMA application_id=" + APPLICATION_ID);
      connection.executeOnce(
          "CREATE TABLE migrations (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)");
    }
  }

  private static int version(Connection connection) throws SQLException {
    return (int) connection.number("SELECT coalesce(max(version), 0) FROM migrations");
  }

  private static void record(Connection connection, int version) throws SQLException {
    PreparedStatement insert =
        connection.prepare("INSERT INTO migrations VALUES (?, datetime('now'))");
    insert.setInt(1, version);
    insert.executeUpdate();
  }

  /** The versions that a database has, ascending. */
  static List<Integer> applied(Connection connection) throws SQLException {
    List<Integer> versions = new ArrayList<>();
    try (ResultSet rows =
        connection.prepare("SELECT version FROM migrations ORDER BY version").executeQuery()) {
      while (rows.next()) {
        versions.add(rows.getInt(1));
      }
    }
    return versions;
  }
}
