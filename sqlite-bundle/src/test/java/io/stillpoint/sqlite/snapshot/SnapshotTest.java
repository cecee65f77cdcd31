package io.stillpoint.sqlite.snapshot;

import static io.stillpoint.sqlite.Started.in;
import static io.stillpoint.sqlite.snapshot.Tables.ACCOUNT;
import static io.stillpoint.sqlite.snapshot.Tables.drain;
import static io.stillpoint.sqlite.snapshot.Tables.keys;
import static io.stillpoint.sqlite.snapshot.Tables.lengths;
import static io.stillpoint.sqlite.snapshot.Tables.sorted;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a snapshot shows, on a file and in memory. */
@Timeout(120)
class SnapshotTest {
  @TempDir Path folder;
  private final Watch watch = new Watch();

  private Started start(boolean memory, int page) {
    return Started.serving(
        memory ? Settings.memory("t") : Settings.file("t", folder.resolve("t.db")),
        watch.parts(page));
  }

  private static TableSnapshot open(Started started, String table) {
    return started.instance.snapshots().openTableSnapshot(ACCOUNT, table);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("SNAP-1")
  void every_item_is_of_the_instant_whatever_is_written_meanwhile(boolean memory) {
    try (Started started = start(memory, 50)) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 700, 20);
      for (boolean anyOrder : new boolean[] {false, true}) {
        Map<Bytes, Integer> before;
        try (TableSnapshot snapshot = open(started, "a")) {
          before = lengths(drain(snapshot.items()));
        }
        assertEquals(700, before.size());
        try (TableSnapshot snapshot = open(started, "a")) {
          EntryCursor cursor = anyOrder ? snapshot.itemsInAnyOrder() : snapshot.items();
          int fetchesBefore = watch.fetches.get();
          List<Entry> entries = new ArrayList<>();
          for (int i = 0; i < 51; i++) {
            entries.add(cursor.next());
          }
          assertEquals(2, watch.fetches.get() - fetchesBefore, "fetches of 51 items by 50");
          change(started, table, anyOrder ? 1000 : 0);
          int fetchesAfterWrites = watch.fetches.get();
          entries.addAll(drain(cursor));
          assertEquals(before, lengths(entries));
          assertTrue(
              watch.fetches.get() > fetchesAfterWrites, "the rest was read after the writes");
          if (!anyOrder) {
            assertTrue(snapshot.keyOrdered());
            assertEquals(sorted(keys(entries)), keys(entries));
          }
        }
        try (TableSnapshot snapshot = open(started, "a")) {
          assertNotEquals(before, lengths(drain(snapshot.items())));
        }
      }
    }
  }

  /** Deletes 100, adds 100, overwrites the others twice. */
  private static void change(Started started, StoredTable table, int from) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      changes.add(Change.delete(table.id(), Spaces.ITEMS, Tables.key(i + from), Expectation.any()));
      changes.add(Tables.put(table, i + 1000 + from, 20));
    }
    Tables.commit(started, table, changes.toArray(Change[]::new));
    for (int round = 1; round <= 2; round++) {
      for (int i = 100; i < 700; i += 50) {
        changes.clear();
        for (int j = i; j < i + 50; j++) {
          changes.add(Tables.put(table, j, 20 + round + from));
        }
        Tables.commit(started, table, changes.toArray(Change[]::new));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("SNAP-4")
  void the_description_has_every_index_but_those_being_deleted_or_without_a_space(boolean memory) {
    try (Started started = start(memory, 50)) {
      TableDefinition definition =
          Tables.definition(
              "a",
              TableStatus.UPDATING,
              List.of(
                  Tables.index("active", 16, IndexStatus.ACTIVE),
                  Tables.index("building", 17, IndexStatus.CREATING),
                  Tables.index("going", 18, IndexStatus.DELETING),
                  Tables.index("lost", 19, IndexStatus.ACTIVE)));
      Set<Integer> spaces = new TreeSet<>(definition.spaces());
      spaces.remove(19);
      Tables.create(started, definition, spaces);
      try (TableSnapshot snapshot = open(started, "a")) {
        TableDefinition shown = snapshot.description().definition();
        assertEquals(
            List.of("active", "building"),
            shown.indexes().stream().map(IndexDefinition::name).toList());
        assertEquals(definition.withIndexes(shown.indexes(), definition.nextSpace()), shown);
        assertFalse(snapshot.marker().text().isEmpty());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("SNAP-6")
  void a_table_that_is_missing_or_comes_or_goes_is_refused(boolean memory) {
    Settings settings =
        memory
            ? new Settings("t", null, Duration.ofMinutes(30), 64, 8)
            : new Settings("t", folder.resolve("t.db"), Duration.ofMinutes(30), 64, 8);
    try (Started started = Started.serving(settings)) {
      TableDefinition creating = Tables.definition("new", TableStatus.CREATING, List.of());
      Tables.create(started, creating, creating.spaces());
      StoredTable going = Tables.active(started, "going");
      started.storage().delete(going.id(), in(10));
      assertThrows(TableNotFoundException.class, () -> open(started, "none"));
      assertThrows(TableInUseException.class, () -> open(started, "new"));
      assertThrows(TableInUseException.class, () -> open(started, "going"));
      assertEquals(4, started.storage().limits().freePermits(), "refusals keep no permit");
      StoredTable undecodable = started.table("text");
      InternalException refused =
          assertThrows(InternalException.class, () -> open(started, undecodable.name()));
      assertTrue(refused.getMessage().contains("table text"), refused.getMessage());
      assertEquals(4, started.storage().limits().freePermits());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void other_spaces_are_of_the_same_instant_and_come_before_the_items(boolean memory) {
    try (Started started = start(memory, 2)) {
      StoredTable table = Tables.active(started, "a");
      int space = Spaces.FIXED.stream().mapToInt(Integer::intValue).max().orElseThrow();
      int below = space - 1;
      for (int i = 0; i < 5; i++) {
        Tables.commit(started, table, put(table, space, i), put(table, below, i + 50));
      }
      try (TableSnapshot snapshot = open(started, "a")) {
        Tables.commit(started, table, put(table, space, 9), put(table, Spaces.ITEMS, 9));
        List<Entry> entries = drain(snapshot.entries(space));
        assertEquals(5, lengths(entries).size());
        assertEquals(sorted(keys(entries)), keys(entries));
        assertThrows(TableNotFoundException.class, () -> snapshot.entries(99));
        EntryCursor open = snapshot.entries(below);
        open.next();
        assertThrows(IllegalStateException.class, snapshot::items);
        open.close();
        assertEquals(3, started.storage().limits().freePermits(), "one snapshot, one permit");
        assertEquals(List.of(), drain(snapshot.items()));
        assertThrows(IllegalStateException.class, snapshot::items);
        assertEquals(4, started.storage().limits().freePermits());
      }
    }
  }

  private static Change put(StoredTable table, int space, int number) {
    return Change.put(
        table.id(), space, Tables.key(number), Expectation.any(), Bytes.utf8("v" + number));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("SNAP-1")
  void a_table_deleted_meanwhile_is_streamed_to_its_end(boolean memory) throws Exception {
    try (Started started = start(memory, 50)) {
      StoredTable table = Tables.active(started, "a");
      Tables.load(started, table, 500, 20);
      try (TableSnapshot snapshot = open(started, "a")) {
        EntryCursor items = snapshot.items();
        items.next();
        assertTrue(started.storage().delete(table.id(), in(10)).isEmpty(), "gone at once");
        assertEquals(499, drain(items).size());
      }
    }
  }
}
