package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import java.sql.SQLException;
import java.time.Duration;

/** A read transaction of its own in a file; a copy of the table in memory. */
final class StandardInstants implements Instants {
  /** How long an open may wait for the one connection and copy (in memory). */
  private static final Duration COPY_BOUND = Duration.ofMinutes(2);

  @Override
  public <T> T at(Database database, Body<T> open) {
    if (database.inMemory()) {
      return database.read(
          connection -> inMemory(database, connection, open), Deadline.after(COPY_BOUND));
    }
    LongReader reader = database.longReader();
    return run(new FileInstant(reader), reader, open);
  }

  private static <T> T inMemory(Database database, Connection connection, Body<T> open)
      throws SQLException {
    LongReader reader = database.attachCopy(connection);
    try {
      return run(new MemoryInstant(connection, reader), reader, open);
    } finally {
      // Whatever was copied is the reader's; nothing of the instance's own was changed.
      connection.rollback();
      connection.executeOnce("DETACH copy");
    }
  }

  private static <T> T run(Instant instant, LongReader reader, Body<T> open) {
    boolean opened = false;
    try {
      T result = open.run(instant);
      opened = true;
      return result;
    } catch (SQLException e) {
      throw new InternalException("A snapshot cannot be opened: " + e.getMessage(), e);
    } finally {
      if (!opened) {
        reader.end("it was not opened");
      }
    }
  }
}
