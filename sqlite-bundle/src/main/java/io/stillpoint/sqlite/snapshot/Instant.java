package io.stillpoint.sqlite.snapshot;

import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import io.stillpoint.sqlite.storage.TableRow;
import java.sql.SQLException;

/** One instant of the database, from the first read on. Its first two calls are the open's. */
public interface Instant {
  /** The table's row, which fixes the instant; null if there is no such table. */
  TableRow find(String account, String name) throws SQLException;

  /** Makes the table's entries readable by {@link #read}, whatever is written from now on. */
  void settle(TableRow row) throws SQLException;

  /**
   * Reads, after {@link #settle}.
   *
   * @param what what is read, for the message of an error
   */
  <T> T read(String what, Database.Query<T> query);

  /** Reads a page of a stream, as {@link #read}. */
  default <T> T fetch(String what, Database.Query<T> query) {
    return read(what, query);
  }

  /** What ends with the instant. */
  LongReader reader();
}
