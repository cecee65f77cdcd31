package io.stillpoint.sqlite.snapshot;

import static io.stillpoint.sqlite.Started.in;
import static io.stillpoint.sqlite.snapshot.Tables.ACCOUNT;
import static io.stillpoint.sqlite.snapshot.Tables.drain;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Path;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How snapshots end, and what they then hold no more. */
@Tag("SNAP-2")
@Timeout(120)
class SnapshotEndTest {
  @TempDir Path folder;
  private final Watch watch = new Watch();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private Path file() {
    return folder.resolve("t.db");
  }

  private Started start(boolean memory) {
    return Started.serving(
        memory ? Settings.memory("t") : Settings.file("t", file()), watch.parts(50));
  }

  private static TableSnapshot open(Started started) {
    return started.instance.snapshots().openTableSnapshot(ACCOUNT, "a");
  }

  private static int free(Started started) {
    return started.storage().limits().freePermits();
  }

  private static StoredTable table(Started started, int items) {
    StoredTable table = Tables.active(started, "a");
    Tables.load(started, table, items, 20);
    return table;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("LITE-3")
  @Tag("SNAP-8")
  void over_the_limit_an_open_is_refused_at_once_and_says_who_has_the_slots(boolean memory)
      throws Exception {
    try (Started started = start(memory)) {
      table(started, 200);
      assertEquals(4, started.storage().limits().permits());
      assertEquals(4, started.storage().limits().slots());
      List<Future<TableSnapshot>> opening = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        opening.add(threads.submit(() -> open(started)));
      }
      List<TableSnapshot> opened = new ArrayList<>();
      for (Future<TableSnapshot> open : opening) {
        try {
          opened.add(open.get(10, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
          LimitExceededException refused = (LimitExceededException) e.getCause();
          assertTrue(
              refused.getMessage().contains("all 4 slots are taken: 4 snapshots"),
              refused.getMessage());
        }
      }
      assertEquals(4, opened.size());
      assertEquals(0, free(started));
      assertEquals(0, started.storage().limits().freeSlots());
      opened.get(0).close();
      opened.set(0, open(started));
      assertThrows(LimitExceededException.class, () -> open(started));
      opened.forEach(TableSnapshot::close);
      assertEquals(4, free(started));
    }
  }

  private enum Ending {
    DRAINED {
      @Override
      void end(Started started, TableSnapshot snapshot) {
        assertEquals(200, drain(snapshot.items()).size());
      }
    },
    LAST_ITEM_OUT {
      @Override
      void end(Started started, TableSnapshot snapshot) {
        EntryCursor items = snapshot.items();
        for (int i = 0; i < 200; i++) {
          assertNotNull(items.next());
        }
      }
    },
    NEVER_READ {
      @Override
      void end(Started started, TableSnapshot snapshot) {
        snapshot.close();
        snapshot.close();
      }
    },
    ABANDONED_HALFWAY {
      @Override
      void end(Started started, TableSnapshot snapshot) {
        EntryCursor items = snapshot.items();
        items.next();
        items.close();
        items.close();
        assertThrows(SnapshotExpiredException.class, items::next);
        assertNull(items.next());
      }
    },
    ABORTED {
      @Override
      void end(Started started, TableSnapshot snapshot) {
        EntryCursor items = snapshot.items();
        items.next();
        started.storage().abort();
        SnapshotExpiredException ended = assertThrows(SnapshotExpiredException.class, items::next);
        assertTrue(ended.getMessage().contains("left service"), ended.getMessage());
        assertNull(items.next());
      }
    },
    STOPPED {
      @Override
      void end(Started started, TableSnapshot snapshot) {
        EntryCursor items = snapshot.items();
        items.next();
        started.close();
        assertThrows(SnapshotExpiredException.class, items::next);
        assertNull(items.next());
      }
    };

    abstract void end(Started started, TableSnapshot snapshot);
  }

  @ParameterizedTest
  @EnumSource(Ending.class)
  @Tag("LITE-3")
  void every_end_gives_everything_back_in_a_file(Ending ending) throws Exception {
    endsWith(false, ending);
  }

  @ParameterizedTest
  @EnumSource(Ending.class)
  @Tag("LITE-4")
  void every_end_gives_everything_back_in_memory(Ending ending) throws Exception {
    endsWith(true, ending);
  }

  /** The object is still held when the permits are counted and the log is cut. */
  private void endsWith(boolean memory, Ending ending) throws Exception {
    try (Started started = start(memory)) {
      table(started, 200);
      TableSnapshot snapshot = open(started);
      assertEquals(3, free(started));
      ending.end(started, snapshot);
      assertEquals(4, free(started));
      if (!memory && ending != Ending.STOPPED) {
        assertEquals("0", truncate(), "busy of a TRUNCATE checkpoint: no transaction is left");
      }
      snapshot.close();
      assertEquals(4, free(started));
    }
  }

  /** What another program's TRUNCATE checkpoint says of busy. */
  private String truncate() throws Exception {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 2000");
      try (var rows = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("SNAP-3")
  void an_entry_that_cannot_be_read_ends_the_stream_once(boolean anyOrder) throws Exception {
    try (Started started = start(false)) {
      table(started, 200);
      try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
          Statement statement = connection.createStatement()) {
        assertEquals(1, statement.executeUpdate("UPDATE i1 SET w = x'00' WHERE rowid = 77"));
      }
      TableSnapshot snapshot = open(started);
      EntryCursor items = anyOrder ? snapshot.itemsInAnyOrder() : snapshot.items();
      InternalException failed = assertThrows(InternalException.class, () -> drain(items));
      assertTrue(failed.getMessage().contains("table a cannot be read"), failed.getMessage());
      assertEquals(4, free(started), "free while the object is held");
      assertNull(items.next());
      assertNull(items.next());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"close", "abort", "stop"})
  @Tag("SNAP-6")
  void a_fetch_under_way_is_cut_short_from_another_thread(String how) throws Exception {
    try (Started started = start(false)) {
      table(started, 200);
      TableSnapshot snapshot = open(started);
      EntryCursor items = snapshot.items();
      items.next();
      CountDownLatch blocked = new CountDownLatch(1);
      watch.blocked = blocked;
      Future<Integer> reading = threads.submit(() -> drain(items).size());
      assertTrue(blocked.await(10, TimeUnit.SECONDS), "a fetch was begun");
      // The statement begins after the latch; an interrupt that comes before it would do nothing.
      awaitRunning(reading);
      long began = System.nanoTime();
      switch (how) {
        case "close" -> snapshot.close();
        case "abort" -> started.storage().abort();
        default -> started.instance.close();
      }
      ExecutionException cut =
          assertThrows(ExecutionException.class, () -> reading.get(10, TimeUnit.SECONDS));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
      assertEquals(SnapshotExpiredException.class, cut.getCause().getClass());
      assertTrue(millis < 1_000, how + " took " + millis + " ms; the bound is 1,000");
      assertEquals(4, free(started));
      assertNull(items.next());
    }
  }

  private static void awaitRunning(Future<?> reading) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
    while (System.nanoTime() < end) {
      assertTrue(!reading.isDone(), "the fetch runs until it is interrupted");
      Thread.onSpinWait();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_open_that_fails_or_is_stopped_gives_its_slot_back(boolean memory) throws Exception {
    try (Started started = start(memory)) {
      table(started, 200);
      for (boolean after : new boolean[] {false, true}) {
        Runnable fails =
            () -> {
              throw new InternalException("planted");
            };
        watch.afterDefinition = after ? () -> {} : fails;
        watch.beforeItems = after ? fails : () -> {};
        assertThrows(InternalException.class, () -> open(started));
        assertEquals(4, free(started));
      }
      watch.beforeItems = () -> started.storage().abort();
      assertThrows(RuntimeException.class, () -> drain(open(started).items()));
      assertEquals(4, free(started));
    }
  }

  @Test
  void a_database_that_is_stopped_leaves_no_log_behind() {
    try (Started started = start(false)) {
      table(started, 200);
      open(started);
    }
    for (String left : new String[] {"t.db-wal", "t.db-shm"}) {
      assertTrue(!folder.resolve(left).toFile().exists(), left + " is left");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void snapshots_come_and_go_under_load_and_leave_nothing(boolean memory) throws Exception {
    try (Started started = start(memory)) {
      StoredTable table = table(started, 300);
      List<Future<Integer>> readers = new ArrayList<>();
      for (int t = 0; t < 6; t++) {
        readers.add(
            threads.submit(
                () -> {
                  int opened = 0;
                  for (int i = 0; i < 30; i++) {
                    try (TableSnapshot snapshot = open(started)) {
                      opened++;
                      assertEquals(300, drain(snapshot.items()).size());
                    } catch (LimitExceededException e) {
                      Thread.onSpinWait();
                    }
                  }
                  return opened;
                }));
      }
      for (int i = 0; i < 300; i++) {
        Tables.put(started, table, i, 30);
      }
      int opened = 0;
      for (Future<Integer> reader : readers) {
        opened += reader.get(60, TimeUnit.SECONDS);
      }
      assertTrue(opened >= 30, opened + " snapshots");
      assertEquals(4, free(started));
      assertTrue(started.storage().describe(table.id(), in(10)).isPresent());
    }
  }
}
