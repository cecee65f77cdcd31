package io.stillpoint.sqlite.snapshot;

import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import io.stillpoint.sqlite.storage.TableRow;

/**
 * A deferred read transaction: it holds nothing until its first read, which pins the state of the
 * write-ahead log, and no lock that a writer waits for after it (LITE-1).
 */
record FileInstant(LongReader reader) implements Instant {
  @Override
  public TableRow find(String account, String name) {
    return reader.run(
        "table " + name,
        connection -> {
          connection.execute("BEGIN");
          return TableRow.find(connection, account, name);
        });
  }

  @Override
  public void settle(TableRow row) {
    // The transaction sees them already.
  }

  @Override
  public <T> T read(String what, Database.Query<T> query) {
    return reader.run(what, query);
  }
}
