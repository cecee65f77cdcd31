package io.stillpoint.sqlite.snapshot;

import static io.stillpoint.sqlite.snapshot.Tables.ACCOUNT;
import static io.stillpoint.sqlite.snapshot.Tables.drain;
import static io.stillpoint.sqlite.snapshot.Tables.keys;
import static io.stillpoint.sqlite.snapshot.Tables.sorted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots of a file: its locks, its log, its order. */
@Timeout(120)
class FileSnapshotTest {
  @TempDir Path folder;
  private final Watch watch = new Watch();

  private Started start(int page) {
    return Started.serving(Settings.file("t", file()), watch.parts(page));
  }

  private Path file() {
    return folder.resolve("t.db");
  }

  private static TableSnapshot open(Started started) {
    return started.instance.snapshots().openTableSnapshot(ACCOUNT, "a");
  }

  /** Runs as another program would. */
  private <T> T elsewhere(Work<T> work) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = connection.createStatement()) {
      return work.run(statement);
    }
  }

  private interface Work<T> {
    T run(Statement statement) throws SQLException;
  }

  @Test
  @Tag("LITE-1")
  void a_writer_waits_for_no_open_and_for_no_snapshot() {
    try (Started started = start(50)) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 200, 20);
      // Each commit would run into its deadline if the open, which this thread is in, held a lock.
      watch.afterDefinition = () -> Tables.put(started, table, 1000, 20);
      watch.beforeItems = () -> Tables.put(started, table, 1001, 20);
      try (TableSnapshot snapshot = open(started)) {
        EntryCursor items = snapshot.items();
        items.next();
        Tables.put(started, table, 1002, 20);
        assertEquals(199, drain(items).size());
      }
    }
  }

  @Test
  @Tag("LITE-2")
  void the_log_grows_under_a_snapshot_and_only_others_checkpoints_wait_for_it() throws Exception {
    try (Started started = start(50)) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 200, 20);
      try (TableSnapshot snapshot = open(started)) {
        EntryCursor items = snapshot.items();
        items.next();
        long before = logBytes(started);
        for (int i = 0; i < 100; i++) {
          Tables.put(started, table, i, 50_000);
        }
        assertTrue(logBytes(started) > before + 5_000_000, before + " to " + logBytes(started));
        long began = System.nanoTime();
        List<Integer> answer =
            elsewhere(
                statement -> {
                  statement.execute("PRAGMA busy_timeout = 400");
                  try (var rows = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                    rows.next();
                    return List.of(rows.getInt(1), rows.getInt(2), rows.getInt(3));
                  }
                });
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
        assertEquals(1, answer.get(0), "busy");
        assertTrue(millis >= 400, "it waited out its timeout: " + millis + " ms");
        Tables.put(started, table, 5, 20);
        assertEquals(199, drain(items).size());
      }
      int busy =
          elsewhere(
              statement -> {
                statement.execute("PRAGMA busy_timeout = 5000");
                try (var rows = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                  rows.next();
                  return rows.getInt(1);
                }
              });
      assertEquals(0, busy);
      assertEquals(0, logBytes(started));
    }
  }

  private static long logBytes(Started started) {
    return started.storage().numbers().stream()
        .filter(number -> number.name().equals("log_bytes"))
        .findFirst()
        .orElseThrow()
        .value();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "k BLOB NOT NULL",
        "k BLOB NOT NULL UNIQUE COLLATE NOCASE",
        "k BLOB NOT NULL, UNIQUE (k, w)"
      })
  @Tag("SNAP-5")
  void a_relation_whose_order_is_not_proved_is_streamed_whole_and_unordered(String key)
      throws Exception {
    try (Started started = start(50)) {
      Tables.load(started, Tables.active(started, "a"), 50, 20);
    }
    String[] parts = key.split(",", 2);
    elsewhere(
        statement -> {
          statement.execute("ALTER TABLE i1 RENAME TO old");
          statement.execute(
              "CREATE TABLE i1 ("
                  + parts[0]
                  + ", w BLOB NOT NULL, h BLOB NOT NULL, v BLOB NOT NULL"
                  + (parts.length == 2 ? "," + parts[1] : "")
                  + ")");
          statement.execute("INSERT INTO i1 SELECT * FROM old ORDER BY substr(hex(k), -2)");
          return statement.execute("DROP TABLE old");
        });
    try (Started started = start(7);
        TableSnapshot snapshot = open(started)) {
      assertFalse(snapshot.keyOrdered());
      List<Entry> entries = drain(snapshot.items());
      assertEquals(50, Tables.lengths(entries).size(), "no duplicate, none lost");
      assertFalse(sorted(keys(entries)).equals(keys(entries)), "the case is one: not in order");
      assertTrue(watch.fetches.get() >= 6, watch.fetches.get() + " fetches at a page of 7");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 49, 50, 51})
  @Tag("SNAP-5")
  void pages_neither_overlap_nor_leave_gaps(int page) {
    try (Started started = start(page)) {
      Tables.load(started, Tables.active(started, "a"), 50, 20);
      for (boolean anyOrder : new boolean[] {false, true}) {
        int before = watch.fetches.get();
        List<Entry> entries = new ArrayList<>();
        try (TableSnapshot snapshot = open(started)) {
          assertTrue(snapshot.keyOrdered());
          entries.addAll(drain(anyOrder ? snapshot.itemsInAnyOrder() : snapshot.items()));
        }
        assertEquals(50, Tables.lengths(entries).size());
        assertEquals((50 + page - 1) / page, watch.fetches.get() - before, "fetches");
        assertEquals(anyOrder, !sorted(keys(entries)).equals(keys(entries)));
      }
    }
  }

  @Test
  @Tag("SNAP-7")
  void a_page_ends_at_its_bytes() {
    try (Started started = start(1000)) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 10, 400_000);
      try (TableSnapshot snapshot = open(started)) {
        assertEquals(10, drain(snapshot.items()).size());
      }
      assertEquals(4, watch.fetches.get(), "fetches of 10 items of 400 KB at a megabyte a page");
    }
  }
}
