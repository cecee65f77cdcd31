package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import org.sqlite.SQLiteDataSource;

/**
 * What a server's SQLite file holds, read without the server's code: the catalog, the registry of
 * names and the data relations.
 *
 * @param catalog id and name of each table of the backend
 * @param deleting names of tables that the backend has in the state DELETING
 * @param registry id and name of each table that the registry lists
 * @param relations the names of the relations that hold entries: a letter and the table's number
 * @param due the relations that the catalog's tables must have at least
 * @param reclaiming the relations that are still to be emptied and dropped
 * @param intents how many creations and deletions have begun and not ended
 * @param building the indexes that are CREATING, as table/index
 */
record DatabaseFile(
    Set<String> catalog,
    Set<String> deleting,
    Set<String> registry,
    Set<String> relations,
    Set<String> due,
    Set<String> reclaiming,
    int intents,
    Set<String> building) {

  /** Reads the file of a data folder, whether its server runs, has stopped or was killed. */
  static DatabaseFile of(Path data) throws SQLException {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + data.resolve("data").resolve("local.db"));
    try (Connection connection = source.getConnection()) {
      return new DatabaseFile(
          texts(connection, "SELECT id || ' ' || name FROM tables"),
          texts(connection, "SELECT name FROM tables WHERE state = 'DELETING'"),
          texts(
              connection,
              "SELECT json_extract(CAST(value AS TEXT), '$.table.S') || ' '"
                  + " || json_extract(CAST(value AS TEXT), '$.name.S')"
                  + " FROM revisions WHERE collection = 'table'"),
          texts(
              connection,
              "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB '[iox][0-9]*'"),
          texts(
              connection,
              "SELECT 'i' || number FROM tables UNION SELECT 'o' || number FROM tables UNION"
                  + " SELECT 'x' || number || '_' || json_extract(x.value, '$.M.space.N')"
                  + " FROM tables, json_each(CAST(document AS TEXT), '$.indexes.L') x"
                  + " WHERE state = 'LIVE'"
                  + " AND json_extract(x.value, '$.M.status.S') <> 'DELETING'"),
          texts(connection, "SELECT relation FROM reclaim"),
          texts(connection, "SELECT key FROM intents WHERE active = 1").size(),
          texts(
              connection,
              "SELECT name || '/' || json_extract(x.value, '$.M.name.S')"
                  + " FROM tables, json_each(CAST(document AS TEXT), '$.indexes.L') x"
                  + " WHERE json_extract(x.value, '$.M.status.S') = 'CREATING'"));
    }
  }

  private static Set<String> texts(Connection connection, String query) throws SQLException {
    Set<String> texts = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }

  /** Whether no creation, deletion or clearing away is under way. */
  boolean isSettled() {
    return intents == 0 && deleting.isEmpty() && reclaiming.isEmpty();
  }

  /**
   * Fails unless everything that was begun has ended, each listed table is one of the backend's and
   * the other way round (RT-11), and there are exactly the data relations of those tables.
   */
  void assertSettled() {
    assertEquals(0, intents, () -> "creations or deletions that have not ended: " + this);
    assertEquals(registry, catalog, "the backend's tables are those that the registry lists");
    assertEquals(Set.of(), deleting, "tables whose deletion has not ended");
    assertEquals(Set.of(), reclaiming, "relations that are not emptied yet");
    assertEquals(due, relations, "the data relations are those of the tables");
  }
}
