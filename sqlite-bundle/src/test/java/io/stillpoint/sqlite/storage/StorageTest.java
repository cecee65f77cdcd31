package io.stillpoint.sqlite.storage;

import static io.stillpoint.sqlite.Started.in;
import static io.stillpoint.sqlite.Started.key;
import static io.stillpoint.sqlite.Started.value;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables, reads and batches, on a file and in memory. */
class StorageTest {
  private static final int ITEMS = 0;
  private static final int TTL = 1;
  private static final int INDEX = 16;

  @TempDir Path folder;

  private Started start(boolean memory) {
    return Started.serving(
        memory ? Settings.memory("t") : Settings.file("t", folder.resolve("t.db")));
  }

  private static CommitOutcome commit(StorageEngine storage, StoredTable table, Change... changes) {
    return storage.commit(
        new Batch(WriteId.fresh(), List.of(table.at()), List.of(changes)), in(10));
  }

  private static Entry read(StorageEngine storage, StoredTable table, int space, EntryKey key) {
    return storage
        .read(List.of(table.at()), List.of(new ReadKey(table.id(), space, key)), true, in(10))
        .get(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("DDB-12")
  void a_batch_is_applied_whole_or_not_at_all(boolean memory) {
    try (Started started = start(memory)) {
      StorageEngine storage = started.storage();
      StoredTable table = started.table("a");
      EntryKey one = key("one");
      EntryKey two = key("two");
      assertInstanceOf(
          CommitOutcome.Applied.class,
          commit(
              storage,
              table,
              Change.put(table.id(), ITEMS, one, Expectation.absent(), value(one, 10))));
      Entry first = read(storage, table, ITEMS, one);
      assertEquals(value(one, 10), first.value());

      CommitOutcome.Mismatch mismatch =
          assertInstanceOf(
              CommitOutcome.Mismatch.class,
              commit(
                  storage,
                  table,
                  Change.put(table.id(), ITEMS, two, Expectation.any(), value(two, 20)),
                  Change.put(table.id(), ITEMS, one, Expectation.absent(), value(one, 30)),
                  Change.check(table.id(), TTL, two, Expectation.writtenBy(WriteId.fresh()))));
      assertEquals(Set.of(1, 2), mismatch.failed().keySet());
      assertEquals(first, mismatch.failed().get(1).entry());
      assertNull(mismatch.failed().get(2).entry());
      assertNull(read(storage, table, ITEMS, two));
      assertEquals(first, read(storage, table, ITEMS, one));

      CommitOutcome.Applied applied =
          assertInstanceOf(
              CommitOutcome.Applied.class,
              commit(
                  storage,
                  table,
                  Change.put(table.id(), ITEMS, one, Expectation.unchanged(first), value(one, 11))
                      .wantingOld(),
                  Change.put(table.id(), TTL, one, Expectation.absent(), Bytes.EMPTY).wantingOld(),
                  Change.delete(table.id(), ITEMS, two, Expectation.any()).wantingOld()));
      assertEquals(Set.of(0), applied.old().keySet());
      assertEquals(first, applied.old().get(0));
      assertEquals(Bytes.EMPTY, read(storage, table, TTL, one).value());
      assertFalse(first.writeId().equals(read(storage, table, ITEMS, one).writeId()));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void delete_and_recreate_does_not_look_unchanged(boolean memory) {
    try (Started started = start(memory)) {
      StoredTable table = started.table("a");
      EntryKey key = key("k");
      Change put = Change.put(table.id(), ITEMS, key, Expectation.any(), value(key, 5));
      commit(started.storage(), table, put);
      Entry seen = read(started.storage(), table, ITEMS, key);
      commit(started.storage(), table, Change.delete(table.id(), ITEMS, key, Expectation.any()));
      commit(started.storage(), table, put);
      assertInstanceOf(
          CommitOutcome.Mismatch.class,
          commit(
              started.storage(),
              table,
              Change.put(table.id(), ITEMS, key, Expectation.unchanged(seen), value(key, 6))));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothing_takes_effect_under_an_older_revision(boolean memory) {
    try (Started started = start(memory)) {
      StorageEngine storage = started.storage();
      StoredTable before = started.table("a");
      EntryKey key = key("k");
      Change put = Change.put(before.id(), ITEMS, key, Expectation.any(), value(key, 5));
      commit(storage, before, put);
      StoredTable after =
          storage.alter(before.id(), before.revision(), Bytes.utf8("{2}"), Set.of(INDEX), in(10));
      assertTrue(after.revision() > before.revision());
      assertEquals(after, storage.describe(before.id(), in(10)).orElseThrow());

      CommitOutcome.Stale stale =
          assertInstanceOf(CommitOutcome.Stale.class, commit(storage, before, put));
      assertEquals(after.revision(), stale.revision());
      StaleRevisionException refused =
          assertThrows(StaleRevisionException.class, () -> read(storage, before, ITEMS, key));
      assertEquals(after.revision(), refused.currentRevision());
      assertThrows(
          StaleRevisionException.class,
          () ->
              storage.load(
                  before.at(),
                  ITEMS,
                  List.of(new Entry(key, WriteId.fresh(), Bytes.EMPTY)),
                  in(10)));
      assertThrows(
          StaleRevisionException.class,
          () -> storage.alter(before.id(), before.revision(), Bytes.utf8("{3}"), Set.of(), in(10)));

      commit(
          storage, after, Change.put(after.id(), INDEX, key, Expectation.absent(), value(key, 1)));
      StoredTable dropped =
          storage.alter(after.id(), after.revision(), Bytes.utf8("{3}"), Set.of(), in(10));
      assertFalse(dropped.spaces().contains(INDEX));
      assertNotNull(read(storage, dropped, ITEMS, key));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_name_belongs_to_one_table_and_a_create_can_be_repeated(boolean memory) {
    try (Started started = start(memory)) {
      StorageEngine storage = started.storage();
      NewTable wanted = new NewTable(TableId.random(), "1", "b", Set.of(INDEX), Bytes.utf8("{}"));
      StoredTable created = storage.create(wanted, in(10));
      assertEquals(created, storage.create(wanted, in(10)));
      assertThrows(
          TableInUseException.class,
          () ->
              storage.create(
                  new NewTable(TableId.random(), "1", "b", Set.of(), Bytes.utf8("{}")), in(10)));
      StoredTable other =
          storage.create(
              new NewTable(TableId.random(), "1", "a", Set.of(), Bytes.utf8("{}")), in(10));
      assertEquals(List.of(other, created), storage.tables(in(10)));

      assertTrue(storage.delete(created.id(), in(10)).isEmpty());
      assertThrows(TableNotFoundException.class, () -> storage.delete(created.id(), in(10)));
      assertThrows(StaleRevisionException.class, () -> read(storage, created, ITEMS, key("k")));
      assertEquals(
          0,
          assertInstanceOf(
                  CommitOutcome.Stale.class,
                  commit(
                      storage,
                      created,
                      Change.delete(created.id(), ITEMS, key("k"), Expectation.any())))
              .revision());
      StoredTable again =
          storage.create(
              new NewTable(TableId.random(), "1", "b", Set.of(INDEX), Bytes.utf8("{}")), in(10));
      assertNull(read(storage, again, ITEMS, key("k")));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void an_instance_joins_one_cluster_for_its_life(boolean memory) {
    try (Started started = start(memory)) {
      assertEquals("one", started.storage().join("one", in(10)));
      assertEquals("one", started.storage().join("two", in(10)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_load_keeps_write_ids_and_is_measured(boolean memory) {
    try (Started started = start(memory)) {
      StorageEngine storage = started.storage();
      StoredTable table = started.table("a");
      List<Entry> entries = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        EntryKey key = key("k" + i);
        entries.add(new Entry(key, WriteId.fresh(), value(key, 100)));
      }
      storage.load(table.at(), ITEMS, entries, in(30));
      assertEquals(entries.get(777), read(storage, table, ITEMS, key("k777")));
      assertEquals(new SpaceSize(1000, 100_000), storage.measure(table.at(), ITEMS, in(10)));
      assertEquals(new SpaceSize(0, 0), storage.measure(table.at(), TTL, in(10)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void several_keys_of_several_tables_are_read_at_once(boolean memory) {
    try (Started started = start(memory)) {
      StorageEngine storage = started.storage();
      StoredTable a = started.table("a");
      StoredTable b = started.table("b");
      EntryKey key = key("k");
      storage.commit(
          new Batch(
              WriteId.fresh(),
              List.of(a.at(), b.at()),
              List.of(
                  Change.put(a.id(), ITEMS, key, Expectation.any(), value(key, 1)),
                  Change.put(b.id(), ITEMS, key, Expectation.any(), value(key, 2)))),
          in(10));
      List<Entry> entries =
          storage.read(
              List.of(a.at(), b.at()),
              List.of(
                  new ReadKey(b.id(), ITEMS, key),
                  new ReadKey(a.id(), ITEMS, key("none")),
                  new ReadKey(a.id(), ITEMS, key)),
              true,
              in(10));
      assertEquals(value(key, 2), entries.get(0).value());
      assertNull(entries.get(1));
      assertEquals(value(key, 1), entries.get(2).value());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void what_begins_after_its_deadline_or_after_abort_is_surely_not_applied(boolean memory) {
    try (Started started = start(memory)) {
      StorageEngine storage = started.storage();
      StoredTable table = started.table("a");
      EntryKey key = key("k");
      Batch batch =
          new Batch(
              WriteId.fresh(),
              List.of(table.at()),
              List.of(Change.put(table.id(), ITEMS, key, Expectation.any(), value(key, 1))));
      assertInstanceOf(
          CommitOutcome.Transient.class,
          storage.commit(batch, Deadline.after(Duration.ofSeconds(-1))));
      assertNull(read(storage, table, ITEMS, key));
      storage.abort();
      assertInstanceOf(CommitOutcome.Transient.class, storage.commit(batch, in(10)));
      assertThrows(TransientException.class, () -> read(storage, table, ITEMS, key));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void a_batch_over_the_limits_is_refused(boolean memory) {
    try (Started started = start(memory)) {
      StoredTable table = started.table("a");
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i <= started.storage().limits().maxBatchEntries(); i++) {
        changes.add(Change.delete(table.id(), ITEMS, key("k" + i), Expectation.any()));
      }
      assertThrows(
          LimitExceededException.class,
          () -> commit(started.storage(), table, changes.toArray(Change[]::new)));
    }
  }
}
