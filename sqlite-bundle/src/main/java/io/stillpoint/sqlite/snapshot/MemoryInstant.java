package io.stillpoint.sqlite.snapshot;

import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import io.stillpoint.sqlite.storage.Relation;
import io.stillpoint.sqlite.storage.TableRow;
import java.sql.SQLException;

/**
 * A copy of the table's relations, made inside one transaction of the instance's only connection;
 * what is read later is the copy, on a connection of its own (LITE-4).
 *
 * @param connection the instance's, with the copy's database attached; for {@link #find} and {@link
 *     #settle} only
 */
record MemoryInstant(Connection connection, LongReader reader) implements Instant {
  @Override
  public TableRow find(String account, String name) throws SQLException {
    connection.execute("BEGIN");
    return TableRow.find(connection, account, name);
  }

  @Override
  public void settle(TableRow row) throws SQLException {
    for (Relation relation : row.relations()) {
      Relation copy = new Relation("copy." + relation.name(), relation.prefix());
      connection.executeOnce(copy.create());
      // Of one shape, so SQLite copies records and index as they are.
      connection.executeOnce(
          "INSERT INTO " + copy.name() + " SELECT * FROM main." + relation.name());
    }
    connection.execute("COMMIT");
  }

  @Override
  public <T> T read(String what, Database.Query<T> query) {
    return reader.run(what, query);
  }
}
