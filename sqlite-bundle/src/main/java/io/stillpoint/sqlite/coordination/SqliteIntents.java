package io.stillpoint.sqlite.coordination;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.Intent;
import io.stillpoint.api.coordination.Intents;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Intents (COORD-3): a unique key, and a partial unique index on the scope of the active ones. */
final class SqliteIntents implements Intents {
  private static final String COLUMNS = "SELECT key, scope, kind, payload, active, result";

  private final Supplier<Database> database;

  SqliteIntents(Supplier<Database> database) {
    this.database = database;
  }

  @Override
  public Begun begin(String key, String scope, String kind, Bytes payload, Deadline deadline) {
    return database.get().change(c -> begin(c, key, scope, kind, payload), deadline);
  }

  private static Begun begin(
      Connection connection, String key, String scope, String kind, Bytes payload)
      throws SQLException {
    Intent existing = select(connection, " FROM intents WHERE key = ?", key);
    if (existing != null) {
      return new Begun.Existing(existing);
    }
    Intent holder = select(connection, " FROM intents WHERE active = 1 AND scope = ?", scope);
    if (holder != null) {
      return new Begun.Busy(holder);
    }
    PreparedStatement insert =
        connection.prepare(
            "INSERT INTO intents (key, scope, kind, payload, active, result)"
                + " VALUES (?, ?, ?, ?, 1, x'')");
    insert.setString(1, key);
    insert.setString(2, scope);
    insert.setString(3, kind);
    insert.setBytes(4, payload.array());
    insert.executeUpdate();
    return new Begun.Created(new Intent(key, scope, kind, payload, true, Bytes.EMPTY));
  }

  @Override
  public boolean complete(String key, Bytes result, Deadline deadline) {
    return database
        .get()
        .change(
            connection -> {
              PreparedStatement update =
                  connection.prepare(
                      "UPDATE intents SET active = 0, result = ? WHERE key = ? AND active = 1");
              update.setBytes(1, result.array());
              update.setString(2, key);
              return update.executeUpdate() == 1;
            },
            deadline);
  }

  @Override
  public List<Intent> active(Deadline deadline) {
    return database
        .get()
        .read(
            connection -> {
              List<Intent> intents = new ArrayList<>();
              try (ResultSet rows =
                  connection
                      .prepare(COLUMNS + " FROM intents WHERE active = 1 ORDER BY sequence")
                      .executeQuery()) {
                while (rows.next()) {
                  intents.add(intent(rows));
                }
              }
              return intents;
            },
            deadline);
  }

  private static Intent select(Connection connection, String where, String argument)
      throws SQLException {
    PreparedStatement select = connection.prepare(COLUMNS + where);
    select.setString(1, argument);
    try (ResultSet rows = select.executeQuery()) {
      return rows.next() ? intent(rows) : null;
    }
  }

  private static Intent intent(ResultSet rows) throws SQLException {
    return new Intent(
        rows.getString(1),
        rows.getString(2),
        rows.getString(3),
        SqliteRevisions.value(rows, 4),
        rows.getBoolean(5),
        SqliteRevisions.value(rows, 6));
  }
}
