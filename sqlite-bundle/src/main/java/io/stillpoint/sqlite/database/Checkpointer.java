package io.stillpoint.sqlite.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Copies the write-ahead log back into the database, off the commit path.
 *
 * <p>A passive checkpoint on a connection of its own does the bulk and blocks nobody. While writers
 * go on it never catches up with them, and a log that is never copied whole is never begun anew; so
 * when the log is large the writer does the small rest itself, between two transactions.
 */
final class Checkpointer implements AutoCloseable {
  private static final long BEGIN_BYTES = 4L << 20;
  private static final long FINISH_BYTES = 32L << 20;

  private final Path log;
  private final Connection connection;
  private final Writer writer;

  Checkpointer(Path database, Connection connection, Writer writer) {
    log = database.resolveSibling(database.getFileName() + "-wal");
    this.connection = connection;
    this.writer = writer;
  }

  /** Does what is due. Called from time to time. */
  void run() throws SQLException {
    long bytes = logBytes();
    if (bytes < BEGIN_BYTES) {
      return;
    }
    boolean whole = passive(connection);
    if (!whole && bytes > FINISH_BYTES) {
      writer.checkpoint();
    }
  }

  /** How large the log is; 0 if there is none. */
  long logBytes() {
    try {
      return Files.size(log);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Copies what no reader needs; says whether that was everything. */
  static boolean passive(Connection connection) throws SQLException {
    try (ResultSet rows = connection.prepare("PRAGMA wal_checkpoint(PASSIVE)").executeQuery()) {
      return rows.next() && rows.getInt(2) == rows.getInt(3);
    }
  }

  /** Cuts a running checkpoint short; what it copied stays copied. */
  void interrupt() {
    connection.interrupt();
  }

  @Override
  public void close() {
    connection.close();
  }
}
