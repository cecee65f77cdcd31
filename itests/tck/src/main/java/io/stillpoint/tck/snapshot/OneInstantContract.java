package io.stillpoint.tck.snapshot;

import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Items of one instant, while all of them are changed under the reader. */
@Tag("CONF-1")
@Tag("SNAP-1")
public abstract class OneInstantContract extends SnapshotContractTest {
  private static final int ITEMS = 700;
  private static final int PAGE = 50;

  private TableWriter filled() {
    TableWriter writer = indexedTable("Cities");
    writer.put(items(0, ITEMS, 0));
    return writer;
  }

  /** Deletes 100 items, adds 100 and overwrites the other 600 twice. */
  private static void churn(TableWriter writer) {
    writer.delete(items(0, 100, 0));
    writer.put(items(ITEMS, ITEMS + 100, 1));
    writer.put(items(100, ITEMS, 1));
    writer.put(items(100, ITEMS, 2));
  }

  @Test
  void itemsAreOfTheInstantOfTheOpen(TestInfo test) {
    TableWriter writer = filled();
    Optional<SnapshotHooks> hooks = hooks(test, "round trips before and after the writes");
    hooks.ifPresent(h -> h.fetchSize(PAGE));
    long before = hooks.map(SnapshotHooks::roundTrips).orElse(0L);
    List<Entry> read = new ArrayList<>();
    try (TableSnapshot snapshot = open("Cities")) {
      EntryCursor items = snapshot.items();
      for (int i = 0; i < PAGE + 1; i++) {
        Entry entry = items.next();
        Promise.require(
            "CONF-1/all-items",
            "the snapshot's stream has all " + ITEMS + " items",
            entry != null,
            () -> "its end after " + read.size());
        read.add(entry);
      }
      hooks.ifPresent(
          h ->
              Promise.require(
                  "CONF-1/paged",
                  "a fetch reads what it is told, so that 51 items at a page of 50 are two fetches",
                  h.roundTrips() - before >= 2,
                  () -> h.roundTrips() - before + " fetches"));
      churn(writer);
      long written = hooks.map(SnapshotHooks::roundTrips).orElse(0L);
      read.addAll(Drain.all(items, "the rest of 700 items after the writes"));
      hooks.ifPresent(
          h ->
              Promise.require(
                  "CONF-1/read-after-writes",
                  "memory stays flat: the rest is fetched when it is asked for",
                  h.roundTrips() > written,
                  () -> "no fetch after the writer's last commit"));
      requireInstant("CONF-1", read, items(0, ITEMS, 0));
      requireOrder(writer, snapshot, read);
    }
    List<Map<String, AttributeValue>> last = new ArrayList<>(items(ITEMS, ITEMS + 100, 1));
    last.addAll(items(100, ITEMS, 2));
    try (TableSnapshot snapshot = open("Cities")) {
      requireInstant("CONF-1/later", Drain.all(snapshot.items(), "the second snapshot"), last);
    }
  }

  /** Exactly these items, each once and as it is here. */
  private static void requireInstant(
      String id, List<Entry> read, Collection<Map<String, AttributeValue>> expected) {
    Map<Object, Map<String, AttributeValue>> wanted = new LinkedHashMap<>();
    expected.forEach(item -> wanted.put(item.get("s"), item));
    Set<Object> seen = new HashSet<>();
    Set<Object> twice = new LinkedHashSet<>();
    Set<Object> foreign = new LinkedHashSet<>();
    List<Map<String, AttributeValue>> otherwise = new ArrayList<>();
    for (Entry entry : read) {
      Map<String, AttributeValue> item = TableWriter.item(entry);
      Object key = item.get("s");
      if (!seen.add(key)) {
        twice.add(key);
      } else if (!wanted.containsKey(key)) {
        foreign.add(key);
      } else if (!wanted.get(key).equals(item)) {
        otherwise.add(item);
      }
    }
    Promise.require(
        id + "/no-duplicate",
        "an item comes once",
        twice.isEmpty(),
        () -> twice.size() + " came more than once: " + few(twice));
    Promise.require(
        id + "/version",
        "an item is as it was at the instant",
        otherwise.isEmpty(),
        () -> otherwise.size() + " of another time: " + few(otherwise));
    Promise.require(
        id + "/no-newcomer",
        "an item that was written later does not come",
        foreign.isEmpty(),
        () -> foreign.size() + " came: " + few(foreign));
    Set<Object> lost = new LinkedHashSet<>(wanted.keySet());
    lost.removeAll(seen);
    Promise.require(
        id + "/all-items",
        "every item of the instant comes, deleted since or not",
        lost.isEmpty(),
        () -> lost.size() + " of " + wanted.size() + " are missing: " + few(lost));
  }

  private static String few(Collection<?> of) {
    return of.stream().limit(5).toList().toString();
  }

  private void requireOrder(TableWriter writer, TableSnapshot snapshot, List<Entry> read) {
    Promise.requireEqual(
        "SNAP-5/declared",
        "whether items arrive in key order is as the backend declares it",
        behaviour().keyOrdered(),
        snapshot.keyOrdered());
    if (!snapshot.keyOrdered()) {
      return;
    }
    KeyOrder order = new KeyOrder(writer.definition().key());
    for (int i = 1; i < read.size(); i++) {
      Map<String, AttributeValue> one = TableWriter.item(read.get(i - 1));
      Map<String, AttributeValue> next = TableWriter.item(read.get(i));
      Promise.require(
          "SNAP-5/strict",
          "items arrive in strictly ascending key order",
          order.compare(one, next) < 0,
          () -> next + " after " + one);
    }
  }

  @Test
  void indexEntriesAreOfTheSameInstant() {
    TableWriter writer = filled();
    try (TableSnapshot snapshot = open("Cities")) {
      churn(writer);
      List<Entry> entries;
      try (EntryCursor cursor = snapshot.entries(Spaces.FIRST_INDEX)) {
        entries = Drain.all(cursor, "the index");
      }
      Map<Object, Object> writes = new LinkedHashMap<>();
      Map<Object, Object> projected = new LinkedHashMap<>();
      for (Entry entry : entries) {
        IndexEntry index = IndexEntry.read(entry.value());
        writes.put(index.baseKey(), index.baseWriteId());
        projected.put(index.baseKey(), CanonicalJson.decodeItem(index.json()));
      }
      for (Entry item : Drain.all(snapshot.items(), "the items")) {
        Promise.requireEqual(
            "CONF-1/index-instant",
            "every item has its index entry of the same write",
            item.writeId().toString(),
            String.valueOf(writes.remove(item.key())));
        Promise.requireEqual(
            "CONF-1/index-instant",
            "an index entry shows what its item is",
            TableWriter.item(item),
            projected.get(item.key()));
      }
      Promise.require(
          "CONF-1/index-instant",
          "no index entry is without its item",
          writes.isEmpty(),
          () -> writes.size() + " are: " + few(writes.keySet()));
    }
  }
}
