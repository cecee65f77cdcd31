package io.stillpoint.sqlite.snapshot;

import static io.stillpoint.sqlite.snapshot.Tables.ACCOUNT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.io.InterruptedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Online copies of a file database. */
@Tag("LITE-5")
@Timeout(120)
class CopyTest {
  @TempDir Path folder;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private Started start(String name) {
    return Started.serving(Settings.file("t", folder.resolve(name)));
  }

  private List<String> names() throws Exception {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void a_copy_is_one_instant_while_writers_run_and_opens_as_a_database() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    try (Started started = start("t.db")) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 20_000, 400);
      CountDownLatch writing = new CountDownLatch(1);
      Future<Integer> writer =
          threads.submit(
              () -> {
                int round = 0;
                while (!stop.get()) {
                  round++;
                  // Two items that any instant shows at one length.
                  Tables.commit(
                      started,
                      table,
                      Tables.put(table, 1, 500 + round),
                      Tables.put(table, 19_999, 500 + round));
                  writing.countDown();
                }
                return round;
              });
      assertTrue(writing.await(10, TimeUnit.SECONDS), "the writer wrote");
      List<Long> progress = new ArrayList<>();
      long size =
          started.instance.copies().copyTo(folder.resolve("copy.db"), bytes -> progress.add(bytes));
      stop.set(true);
      assertTrue(writer.get(10, TimeUnit.SECONDS) > 1);
      assertEquals(Files.size(folder.resolve("copy.db")), size);
      assertFalse(progress.isEmpty());
      assertEquals(4, started.storage().limits().freeSlots());
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("copy.db"))));
    }
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("copy.db"));
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery("PRAGMA integrity_check")) {
      rows.next();
      assertEquals("ok", rows.getString(1));
    }
    try (Started copy = start("copy.db");
        TableSnapshot snapshot = copy.instance.snapshots().openTableSnapshot(ACCOUNT, "a")) {
      List<Entry> entries = Tables.drain(snapshot.items());
      assertEquals(20_000, Tables.lengths(entries).size());
      List<Integer> pair =
          entries.stream()
              .filter(e -> e.key().equals(Tables.key(1)) || e.key().equals(Tables.key(19_999)))
              .map(e -> e.value().length())
              .toList();
      assertEquals(pair.get(0), pair.get(1), "two items that are always written together");
    }
  }

  @Test
  @Tag("LITE-3")
  void a_copy_holds_a_slot_like_a_snapshot() throws Exception {
    Settings one = new Settings("t", folder.resolve("t.db"), java.time.Duration.ZERO, 64, 2);
    try (Started started = Started.serving(one)) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 20_000, 400);
      CountDownLatch copying = new CountDownLatch(1);
      CountDownLatch goOn = new CountDownLatch(1);
      Future<Long> copy =
          threads.submit(
              () ->
                  started
                      .instance
                      .copies()
                      .copyTo(
                          folder.resolve("copy.db"),
                          bytes -> {
                            copying.countDown();
                            await(goOn);
                          }));
      assertTrue(copying.await(10, TimeUnit.SECONDS), "the copy reports progress");
      LimitExceededException refused =
          assertThrows(
              LimitExceededException.class,
              () -> started.instance.snapshots().openTableSnapshot(ACCOUNT, "a"));
      assertTrue(
          refused.getMessage().contains("the only slot is taken: 1 online copy"),
          refused.getMessage());
      goOn.countDown();
      copy.get(30, TimeUnit.SECONDS);
      try (TableSnapshot snapshot = started.instance.snapshots().openTableSnapshot(ACCOUNT, "a")) {
        refused =
            assertThrows(
                LimitExceededException.class,
                () -> started.instance.copies().copyTo(folder.resolve("other.db"), bytes -> {}));
        assertTrue(refused.getMessage().contains("1 snapshot."), refused.getMessage());
        assertTrue(snapshot.keyOrdered());
      }
      assertEquals(List.of("copy.db", "t.db", "t.db-shm", "t.db-wal", "t.db.lock"), names());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(30, TimeUnit.SECONDS), "the test lets the copy go on");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_copy_that_is_ended_or_refused_leaves_no_file_and_no_slot() throws Exception {
    Started started = start("t.db");
    StoredTable table = Tables.active(started, "a");
    Tables.load(started, table, 20_000, 400);
    Path there = Files.createFile(folder.resolve("there.db"));
    assertThrows(
        FileAlreadyExistsException.class,
        () -> started.instance.copies().copyTo(there, bytes -> {}));
    assertThrows(
        NoSuchFileException.class,
        () -> started.instance.copies().copyTo(folder.resolve("no/copy.db"), bytes -> {}));
    assertThrows(
        InterruptedIOException.class,
        () ->
            started
                .instance
                .copies()
                .copyTo(folder.resolve("copy.db"), bytes -> Thread.currentThread().interrupt()));
    assertTrue(Thread.interrupted());
    assertEquals(4, started.storage().limits().freeSlots());
    CountDownLatch copying = new CountDownLatch(1);
    Future<Long> copy =
        threads.submit(
            () ->
                started
                    .instance
                    .copies()
                    .copyTo(
                        folder.resolve("copy.db"),
                        bytes -> {
                          copying.countDown();
                          started.storage().abort();
                        }));
    assertTrue(copying.await(10, TimeUnit.SECONDS), "the copy reports progress");
    ExecutionException ended =
        assertThrows(ExecutionException.class, () -> copy.get(10, TimeUnit.SECONDS));
    assertEquals(SnapshotExpiredException.class, ended.getCause().getClass());
    assertEquals(4, started.storage().limits().freeSlots());
    started.close();
    assertEquals(List.of("t.db", "t.db.lock", "there.db"), names());
  }
}
