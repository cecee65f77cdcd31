package io.stillpoint.engine.testing;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.Intent;
import io.stillpoint.api.coordination.Intents;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.TableState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A backend that keeps everything in the heap under one lock: the storage contract and the
 * coordination contract at their plainest, for tests of engine parts that need to see each call. It
 * outlives the engines that tests start and kill on it.
 */
public final class VolatileBackend implements StorageEngine, CoordinationStore {
  private final Map<TableId, Table> tables = new HashMap<>();
  private final NavigableMap<String, RevisionedRow> rows = new TreeMap<>();
  private final Map<String, Intent> intents = new LinkedHashMap<>();
  private String cluster;
  private long lastRevision;

  private static final class Table {
    StoredTable stored;
    final Map<Integer, NavigableMap<EntryKey, Entry>> spaces = new HashMap<>();

    NavigableMap<EntryKey, Entry> space(int number) {
      NavigableMap<EntryKey, Entry> space = spaces.get(number);
      if (space == null) {
        throw new IllegalStateException("no space " + number);
      }
      return space;
    }
  }

  @Override
  public synchronized String join(String asked, Deadline deadline) {
    if (cluster == null) {
      cluster = asked;
    }
    return cluster;
  }

  @Override
  public synchronized StoredTable create(NewTable table, Deadline deadline) {
    Table there = tables.get(table.id());
    if (there != null) {
      return there.stored;
    }
    for (Table other : tables.values()) {
      if (other.stored.account().equals(table.account())
          && other.stored.name().equals(table.name())) {
        throw new TableInUseException("the name " + table.name() + " is taken");
      }
    }
    Table created = new Table();
    created.stored =
        new StoredTable(
            table.id(),
            table.account(),
            table.name(),
            1,
            TableState.LIVE,
            table.spaces(),
            table.document());
    table.spaces().forEach(space -> created.spaces.put(space, new TreeMap<>()));
    tables.put(table.id(), created);
    return created.stored;
  }

  @Override
  public synchronized Optional<StoredTable> describe(TableId table, Deadline deadline) {
    return Optional.ofNullable(tables.get(table)).map(found -> found.stored);
  }

  @Override
  public synchronized List<StoredTable> tables(Deadline deadline) {
    return tables.values().stream()
        .map(table -> table.stored)
        .sorted(Comparator.comparing(StoredTable::account).thenComparing(StoredTable::name))
        .toList();
  }

  @Override
  public synchronized StoredTable alter(
      TableId id, long expectedRevision, Bytes document, Set<Integer> spaces, Deadline deadline) {
    Table table = tables.get(id);
    if (table == null) {
      throw new TableNotFoundException("no table " + id);
    }
    StoredTable old = table.stored;
    if (old.revision() != expectedRevision) {
      throw new StaleRevisionException("revision " + old.revision(), old.revision());
    }
    table.stored =
        new StoredTable(
            id, old.account(), old.name(), old.revision() + 1, old.state(), spaces, document);
    table.spaces.keySet().retainAll(spaces);
    spaces.forEach(space -> table.spaces.computeIfAbsent(space, number -> new TreeMap<>()));
    return table.stored;
  }

  @Override
  public synchronized Optional<StoredTable> delete(TableId table, Deadline deadline) {
    if (tables.remove(table) == null) {
      throw new TableNotFoundException("no table " + table);
    }
    return Optional.empty();
  }

  private Table current(TableRevision at) {
    Table table = tables.get(at.table());
    long revision = table == null ? 0 : table.stored.revision();
    if (revision != at.revision()) {
      throw new StaleRevisionException("revision " + revision, revision);
    }
    return table;
  }

  @Override
  public synchronized List<Entry> read(
      List<TableRevision> revisions, List<ReadKey> keys, boolean consistent, Deadline deadline) {
    revisions.forEach(this::current);
    List<Entry> entries = new ArrayList<>();
    for (ReadKey key : keys) {
      entries.add(tables.get(key.table()).space(key.space()).get(key.key()));
    }
    return entries;
  }

  @Override
  public synchronized Page range(RangeRequest request, Deadline deadline) {
    Table table = current(request.table());
    if (!(request.range() instanceof KeyRange.OfSpace range) || range.segment() != null) {
      throw new IllegalArgumentException("only whole spaces");
    }
    NavigableMap<EntryKey, Entry> space = table.space(request.space());
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    for (Entry entry :
        (range.from() == null ? space : space.tailMap(range.from(), true)).values()) {
      if (entries.size() == request.maxEntries() || bytes >= request.maxBytes()) {
        return new Page(entries, true);
      }
      entries.add(entry);
      bytes += entry.value().length();
    }
    return new Page(entries, false);
  }

  @Override
  public synchronized CommitOutcome commit(Batch batch, Deadline deadline) {
    for (TableRevision at : batch.tables()) {
      try {
        current(at);
      } catch (StaleRevisionException e) {
        Table table = tables.get(at.table());
        return new CommitOutcome.Stale(
            at.table(), e.currentRevision(), table == null ? null : table.stored.state());
      }
    }
    Map<Integer, CommitOutcome.Current> failed = new HashMap<>();
    Map<Integer, Entry> old = new HashMap<>();
    for (int i = 0; i < batch.changes().size(); i++) {
      Change change = batch.changes().get(i);
      Entry there = tables.get(change.table()).space(change.space()).get(change.key());
      if (!change.expectation().isMetBy(there)) {
        failed.put(i, new CommitOutcome.Current(there));
      } else if (change.wantOld() && there != null) {
        old.put(i, there);
      }
    }
    if (!failed.isEmpty()) {
      return new CommitOutcome.Mismatch(failed);
    }
    for (Change change : batch.changes()) {
      NavigableMap<EntryKey, Entry> space = tables.get(change.table()).space(change.space());
      switch (change.kind()) {
        case PUT ->
            space.put(change.key(), new Entry(change.key(), batch.writeId(), change.value()));
        case DELETE -> space.remove(change.key());
        case CHECK -> {}
      }
    }
    return new CommitOutcome.Applied(old);
  }

  @Override
  public synchronized void load(
      TableRevision at, int space, List<Entry> entries, Deadline deadline) {
    NavigableMap<EntryKey, Entry> target = current(at).space(space);
    entries.forEach(entry -> target.put(entry.key(), entry));
  }

  @Override
  public synchronized SpaceSize measure(TableRevision at, int space, Deadline deadline) {
    long bytes = 0;
    NavigableMap<EntryKey, Entry> entries = current(at).space(space);
    for (Entry entry : entries.values()) {
      bytes += EntryHeader.read(entry.value()).size();
    }
    return new SpaceSize(entries.size(), bytes);
  }

  @Override
  public Limits limits() {
    return new Limits(1000, 1 << 24, 0, 0, 0, 0);
  }

  @Override
  public void abort() {}

  @Override
  public Revisions revisions() {
    return new HeapRevisions();
  }

  @Override
  public Intents intents() {
    return new HeapIntents();
  }

  private final class HeapRevisions implements Revisions {
    @Override
    public Optional<RevisionedRow> get(String collection, String key, Deadline deadline) {
      synchronized (VolatileBackend.this) {
        return Optional.ofNullable(rows.get(collection + "\0" + key));
      }
    }

    @Override
    public List<RevisionedRow> list(String collection, String after, int limit, Deadline deadline) {
      synchronized (VolatileBackend.this) {
        return rows.tailMap(collection + "\0" + after, false).values().stream()
            .filter(row -> row.collection().equals(collection))
            .limit(limit)
            .toList();
      }
    }

    @Override
    public RevisionedRow create(String collection, String key, Bytes value, Deadline deadline) {
      return put(collection, key, 0, value);
    }

    @Override
    public RevisionedRow update(
        String collection, String key, long expected, Bytes value, Deadline deadline) {
      return put(collection, key, expected, value);
    }

    private RevisionedRow put(String collection, String key, long expected, Bytes value) {
      synchronized (VolatileBackend.this) {
        check(collection, key, expected);
        RevisionedRow row = new RevisionedRow(collection, key, ++lastRevision, value);
        rows.put(collection + "\0" + key, row);
        return row;
      }
    }

    @Override
    public void delete(String collection, String key, long expected, Deadline deadline) {
      synchronized (VolatileBackend.this) {
        check(collection, key, expected);
        rows.remove(collection + "\0" + key);
      }
    }

    private void check(String collection, String key, long expected) {
      RevisionedRow row = rows.get(collection + "\0" + key);
      long revision = row == null ? 0 : row.revision();
      if (revision != expected) {
        throw new StaleRevisionException("revision " + revision, revision);
      }
    }
  }

  private final class HeapIntents implements Intents {
    @Override
    public Begun begin(String key, String scope, String kind, Bytes payload, Deadline deadline) {
      synchronized (VolatileBackend.this) {
        Intent same = intents.get(key);
        if (same != null) {
          return new Begun.Existing(same);
        }
        for (Intent other : intents.values()) {
          if (other.active() && other.scope().equals(scope)) {
            return new Begun.Busy(other);
          }
        }
        Intent intent = new Intent(key, scope, kind, payload, true, Bytes.EMPTY);
        intents.put(key, intent);
        return new Begun.Created(intent);
      }
    }

    @Override
    public boolean complete(String key, Bytes result, Deadline deadline) {
      synchronized (VolatileBackend.this) {
        Intent intent = intents.get(key);
        if (intent == null || !intent.active()) {
          return false;
        }
        intents.put(
            key, new Intent(key, intent.scope(), intent.kind(), intent.payload(), false, result));
        return true;
      }
    }

    @Override
    public List<Intent> active(Deadline deadline) {
      synchronized (VolatileBackend.this) {
        return intents.values().stream().filter(Intent::active).toList();
      }
    }
  }
}
