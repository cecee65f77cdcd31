package io.stillpoint.sqlite.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.storage.Deadline;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads whose time is over are cut short, and leave a connection that others can use. */
@Timeout(60)
@Tag("DDB-12")
class ReadersTest {
  private static final String COUNT =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
          + " SELECT count(*) FROM n";

  @TempDir Path folder;

  /** Counts to a number inside a transaction. */
  private static long count(Connection connection, long to) throws SQLException {
    connection.execute("BEGIN");
    PreparedStatement select = connection.prepare(COUNT);
    select.setLong(1, to);
    try (ResultSet rows = select.executeQuery()) {
      rows.next();
      long counted = rows.getLong(1);
      connection.execute("COMMIT");
      return counted;
    }
  }

  @Test
  void aReadThatWasCutShortLeavesNoClosedStatementAndNoTransaction() throws Exception {
    Path file = folder.resolve("t.db");
    Connection.writer(file).close();
    Readers readers = new Readers(List.of(Connection.reader(file)));
    ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
    var unused = watch.scheduleWithFixedDelay(readers::watch, 5, 5, TimeUnit.MILLISECONDS);
    try {
      for (int round = 0; round < 3; round++) {
        SQLException cut =
            assertThrows(
                SQLException.class,
                () ->
                    readers.read(
                        connection -> count(connection, Long.MAX_VALUE),
                        Deadline.after(Duration.ofMillis(50))));
        assertTrue(Failures.isInterrupt(cut), cut::toString);
        // The same texts, so the same prepared statements, on the only connection.
        long counted =
            readers.read(
                connection -> count(connection, 10), Deadline.after(Duration.ofSeconds(30)));
        assertEquals(10, counted);
      }
    } finally {
      watch.shutdownNow();
      readers.close(Deadline.after(Duration.ofSeconds(10)));
    }
  }
}
