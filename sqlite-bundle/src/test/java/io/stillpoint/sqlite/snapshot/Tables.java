package io.stillpoint.sqlite.snapshot;

import static io.stillpoint.sqlite.Started.in;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.sqlite.Started;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Tables with whole definitions, and the few words that snapshots' tests are written in. */
final class Tables {
  static final String ACCOUNT = "000000000000";
  static final KeySchema KEY =
      new KeySchema(
          new KeyAttribute("p", AttributeValue.Type.S),
          new KeyAttribute("s", AttributeValue.Type.S));

  private Tables() {}

  static TableDefinition definition(
      String name, TableStatus status, List<IndexDefinition> indexes) {
    return new TableDefinition(
        TableId.random(),
        ACCOUNT,
        name,
        status,
        Instant.ofEpochMilli(1_700_000_000_000L),
        KEY,
        TableDefinition.PAY_PER_REQUEST,
        Throughput.NONE,
        "STANDARD",
        false,
        indexes,
        Spaces.FIRST_INDEX + indexes.size(),
        null);
  }

  static IndexDefinition index(String name, int space, IndexStatus status) {
    return new IndexDefinition(
        name,
        IndexDefinition.Kind.GLOBAL,
        space,
        KEY,
        new Projection(Projection.Type.KEYS_ONLY, List.of()),
        status,
        false,
        Throughput.NONE);
  }

  static StoredTable create(Started started, TableDefinition definition, Set<Integer> spaces) {
    return started
        .storage()
        .create(
            new NewTable(
                definition.id(),
                ACCOUNT,
                definition.name(),
                spaces,
                TableDocument.encode(definition)),
            in(10));
  }

  static StoredTable active(Started started, String name) {
    TableDefinition definition = definition(name, TableStatus.ACTIVE, List.of());
    return create(started, definition, definition.spaces());
  }

  static EntryKey key(int number) {
    return new EntryKey(Bytes.utf8("p" + number % 7), Bytes.utf8(String.format("s%06d", number)));
  }

  static Change put(StoredTable table, int number, int length) {
    return Change.put(
        table.id(),
        Spaces.ITEMS,
        key(number),
        Expectation.any(),
        Started.value(key(number), length));
  }

  static void put(Started started, StoredTable table, int number, int length) {
    commit(started, table, put(table, number, length));
  }

  static void commit(Started started, StoredTable table, Change... changes) {
    CommitOutcome outcome =
        started
            .storage()
            .commit(new Batch(WriteId.fresh(), List.of(table.at()), List.of(changes)), in(10));
    if (!(outcome instanceof CommitOutcome.Applied)) {
      throw new AssertionError("not applied: " + outcome);
    }
  }

  /** Items numbered from 0, in an order that is not the keys'. */
  static void load(Started started, StoredTable table, int count, int length) {
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      EntryKey key = key((int) (i * 7919L % count));
      entries.add(new Entry(key, WriteId.fresh(), Started.value(key, length)));
    }
    started.storage().load(table.at(), Spaces.ITEMS, entries, in(60));
  }

  /** What a stream holds, in its order. */
  static List<Entry> drain(EntryCursor cursor) {
    List<Entry> entries = new ArrayList<>();
    for (Entry entry = cursor.next(); entry != null; entry = cursor.next()) {
      entries.add(entry);
    }
    return entries;
  }

  /** Value lengths by joined key; refuses a key that comes twice. */
  static Map<Bytes, Integer> lengths(List<Entry> entries) {
    Map<Bytes, Integer> lengths = new TreeMap<>();
    for (Entry entry : entries) {
      if (lengths.put(entry.key().joined(), entry.value().length()) != null) {
        throw new AssertionError("twice: " + entry.key());
      }
    }
    return lengths;
  }

  static List<Bytes> keys(List<Entry> entries) {
    return entries.stream().map(entry -> entry.key().joined()).toList();
  }

  static List<Bytes> sorted(List<Bytes> keys) {
    return List.copyOf(new TreeSet<>(keys));
  }
}
