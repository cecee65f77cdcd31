package io.stillpoint.sqlite.snapshot;

import io.stillpoint.sqlite.database.Database;
import java.sql.SQLException;

/** Where snapshots take their instants from: one way for a file, one in memory. */
public interface Instants {
  /** What an open does at an instant. */
  interface Body<T> {
    T run(Instant instant) throws SQLException;
  }

  /**
   * Runs the open of a snapshot at a new instant, which outlives it; if it fails, the instant has
   * ended.
   *
   * @throws io.stillpoint.api.error.StorageException as {@code openTableSnapshot} has it
   */
  <T> T at(Database database, Body<T> open);

  /** As the database needs it. */
  static Instants standard() {
    return new StandardInstants();
  }
}
