package io.stillpoint.engine.service;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Fetch;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The storage contract on sorted maps under one lock: the engine's behaviour without a database.
 */
final class MemoryStorage implements StorageEngine {
  private record Space(TableId table, int number) {}

  private final Map<TableId, StoredTable> tables = new HashMap<>();
  private final Map<Space, NavigableMap<EntryKey, Entry>> spaces = new HashMap<>();

  @Override
  public synchronized String join(String cluster, Deadline deadline) {
    return cluster;
  }

  @Override
  public synchronized StoredTable create(NewTable table, Deadline deadline) {
    StoredTable stored =
        new StoredTable(
            table.id(),
            table.account(),
            table.name(),
            1,
            TableState.LIVE,
            table.spaces(),
            table.document());
    tables.put(table.id(), stored);
    return stored;
  }

  @Override
  public synchronized Optional<StoredTable> describe(TableId table, Deadline deadline) {
    return Optional.ofNullable(tables.get(table));
  }

  @Override
  public synchronized List<StoredTable> tables(Deadline deadline) {
    return List.copyOf(tables.values());
  }

  @Override
  public synchronized StoredTable alter(
      TableId table, long expected, Bytes document, Set<Integer> numbers, Deadline deadline) {
    StoredTable old = tables.get(table);
    StoredTable now =
        new StoredTable(
            table, old.account(), old.name(), expected + 1, old.state(), numbers, document);
    tables.put(table, now);
    return now;
  }

  @Override
  public synchronized Optional<StoredTable> delete(TableId table, Deadline deadline) {
    tables.remove(table);
    spaces.keySet().removeIf(space -> space.table().equals(table));
    return Optional.empty();
  }

  private NavigableMap<EntryKey, Entry> space(TableId table, int number) {
    return spaces.computeIfAbsent(new Space(table, number), s -> new TreeMap<>());
  }

  private void requireCurrent(TableRevision at) {
    StoredTable table = tables.get(at.table());
    if (table == null || table.revision() != at.revision()) {
      throw new StaleRevisionException("stale", table == null ? 0 : table.revision());
    }
  }

  @Override
  public synchronized List<Entry> read(
      List<TableRevision> at, List<ReadKey> keys, boolean consistent, Deadline deadline) {
    at.forEach(this::requireCurrent);
    List<Entry> entries = new ArrayList<>();
    keys.forEach(key -> entries.add(space(key.table(), key.space()).get(key.key())));
    return entries;
  }

  @Override
  public synchronized Page range(RangeRequest request, Deadline deadline) {
    requireCurrent(request.table());
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    NavigableMap<EntryKey, Entry> all = space(request.table().table(), request.space());
    boolean backwards = request.range() instanceof KeyRange.OfPartition part && part.backwards();
    for (Entry entry : (backwards ? all.descendingMap() : all).values()) {
      if (!in(request.range(), entry)) {
        continue;
      }
      if (entries.size() == request.maxEntries() || bytes >= request.maxBytes()) {
        return new Page(entries, true);
      }
      Entry cut = cut(entry, request.fetch());
      entries.add(cut);
      bytes += cut.value().length() + cut.key().partition().length() + cut.key().sort().length();
    }
    return new Page(entries, false);
  }

  private static boolean in(KeyRange range, Entry entry) {
    if (range instanceof KeyRange.OfPartition part) {
      return entry.key().partition().equals(part.partition())
          && part.sorts().contains(entry.key().sort());
    }
    KeyRange.OfSpace space = (KeyRange.OfSpace) range;
    return (space.from() == null || space.from().compareTo(entry.key()) <= 0)
        && (space.segment() == null
            || space.segment().contains(EntryHeader.read(entry.value()).hash()));
  }

  private static Entry cut(Entry entry, Fetch fetch) {
    int length =
        switch (fetch) {
          case KEYS -> 0;
          case HEADERS -> Math.min(EntryHeader.LENGTH, entry.value().length());
          case VALUES -> entry.value().length();
        };
    return new Entry(entry.key(), entry.writeId(), entry.value().slice(0, length));
  }

  @Override
  public synchronized CommitOutcome commit(Batch batch, Deadline deadline) {
    for (TableRevision at : batch.tables()) {
      StoredTable table = tables.get(at.table());
      if (table == null || table.revision() != at.revision()) {
        return new CommitOutcome.Stale(
            at.table(), table == null ? 0 : table.revision(), table == null ? null : table.state());
      }
    }
    Map<Integer, CommitOutcome.Current> failed = new HashMap<>();
    Map<Integer, Entry> old = new HashMap<>();
    for (int i = 0; i < batch.changes().size(); i++) {
      Change change = batch.changes().get(i);
      Entry current = space(change.table(), change.space()).get(change.key());
      if (!change.expectation().isMetBy(current)) {
        failed.put(i, new CommitOutcome.Current(current));
      } else if (change.wantOld() && current != null) {
        old.put(i, current);
      }
    }
    if (!failed.isEmpty()) {
      return new CommitOutcome.Mismatch(failed);
    }
    for (Change change : batch.changes()) {
      NavigableMap<EntryKey, Entry> space = space(change.table(), change.space());
      switch (change.kind()) {
        case PUT ->
            space.put(change.key(), new Entry(change.key(), batch.writeId(), change.value()));
        case DELETE -> space.remove(change.key());
        case CHECK -> {
          // The expectation was all.
        }
      }
    }
    return new CommitOutcome.Applied(old);
  }

  @Override
  public synchronized void load(
      TableRevision table, int space, List<Entry> entries, Deadline deadline) {
    requireCurrent(table);
    entries.forEach(entry -> space(table.table(), space).put(entry.key(), entry));
  }

  @Override
  public synchronized SpaceSize measure(TableRevision table, int space, Deadline deadline) {
    return new SpaceSize(space(table.table(), space).size(), 0);
  }

  @Override
  public Limits limits() {
    return new Limits(10_000, 1L << 26, 0, 0, 0, 0);
  }

  @Override
  public void abort() {
    // Nothing here blocks.
  }
}
