package io.stillpoint.sqlite.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.sqlite.database.Migrations.Migration;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("COORD-6")
class MigrationsTest {
  private static final Migration ONE = new Migration(1, List.of("CREATE TABLE a (x)"));
  private static final Migration TWO =
      new Migration(2, List.of("CREATE TABLE b (x)", "INSERT INTO a VALUES (1)"));
  private static final Migration THREE = new Migration(3, List.of("CREATE TABLE c (x)"));

  @TempDir Path folder;
  private final List<Connection> connections = new ArrayList<>();

  @AfterEach
  void close() {
    connections.forEach(Connection::close);
  }

  private Connection open() throws SQLException {
    Connection connection = Connection.writer(folder.resolve("t.db"));
    connections.add(connection);
    connection.enterWal();
    return connection;
  }

  @Test
  void four_runners_at_once_apply_each_version_once() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(4);
    List<Callable<Void>> runners = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Connection connection = open();
      runners.add(
          () -> {
            barrier.await(20, TimeUnit.SECONDS);
            Migrations.apply(connection, "t", List.of(ONE, TWO, THREE));
            return null;
          });
    }
    for (Future<Void> runner : run(runners)) {
      runner.get();
    }
    Connection connection = open();
    assertEquals(List.of(1, 2, 3), Migrations.applied(connection));
    assertEquals(1, connection.number("SELECT count(*) FROM a"));
  }

  /** The control: the same race where the lock is taken by the first write, not before the look. */
  @Test
  void without_the_lock_first_runners_fail() throws Exception {
    Migrations.apply(open(), "t", List.of(ONE));
    CyclicBarrier barrier = new CyclicBarrier(4);
    List<Callable<Void>> runners = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Connection connection = open();
      runners.add(
          () -> {
            connection.execute("BEGIN");
            long version = connection.number("SELECT max(version) FROM migrations");
            barrier.await(20, TimeUnit.SECONDS);
            if (version < 2) {
              connection.executeOnce("CREATE TABLE b (x)");
              connection.executeOnce("INSERT INTO migrations VALUES (2, '')");
            }
            connection.execute("COMMIT");
            return null;
          });
    }
    int failed = 0;
    for (Future<Void> runner : run(runners)) {
      try {
        runner.get();
      } catch (ExecutionException e) {
        assertInstanceOf(SQLException.class, e.getCause());
        failed++;
      }
    }
    assertEquals(3, failed);
  }

  private static List<Future<Void>> run(List<Callable<Void>> tasks) throws InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      return threads.invokeAll(tasks, 30, TimeUnit.SECONDS);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void a_failed_migration_leaves_nothing_and_a_rerun_completes() throws Exception {
    Connection connection = open();
    Migration broken =
        new Migration(2, List.of("CREATE TABLE b (x)", "INSERT INTO none VALUES (1)"));
    assertThrows(SQLException.class, () -> Migrations.apply(connection, "t", List.of(ONE, broken)));
    assertEquals(List.of(1), Migrations.applied(connection));
    assertEquals(0, connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'b'"));
    Migrations.apply(connection, "t", List.of(ONE, TWO));
    assertEquals(List.of(1, 2), Migrations.applied(connection));
  }

  @Test
  void an_older_format_is_brought_up_to_date() throws Exception {
    Connection connection = open();
    Migrations.apply(connection, "t", List.of(ONE));
    Migrations.apply(connection, "t", List.of(ONE, TWO));
    assertEquals(List.of(1, 2), Migrations.applied(connection));
  }

  @Test
  void a_newer_format_is_refused_by_name_and_not_touched() throws Exception {
    Connection connection = open();
    Migrations.apply(connection, "t", List.of(ONE, TWO, THREE));
    DatabaseException refused =
        assertThrows(
            DatabaseException.class, () -> Migrations.apply(connection, "t.db", List.of(ONE, TWO)));
    assertTrue(refused.isLasting());
    assertEquals(
        "t.db has format 3; this version of Stillpoint reads up to format 2:"
            + " start the newer version that wrote it.",
        refused.getMessage());
    assertEquals(List.of(1, 2, 3), Migrations.applied(connection));
  }
}
