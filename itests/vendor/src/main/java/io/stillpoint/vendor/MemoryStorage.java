package io.stillpoint.vendor;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The storage: every call holds the one lock, so each is of one instant. */
final class MemoryStorage implements StorageEngine {
  private static final int MAX_ENTRIES = 6_000;
  private static final long MAX_BYTES = 64L << 20;

  /** A table and its entries by space. */
  record Table(StoredTable stored, Map<Integer, NavigableMap<EntryKey, Entry>> spaces) {
    NavigableMap<EntryKey, Entry> space(int space) {
      NavigableMap<EntryKey, Entry> entries = spaces.get(space);
      if (entries == null) {
        throw new InternalException("table " + stored.name() + " has no space " + space);
      }
      return entries;
    }
  }

  private final Map<TableId, Table> tables = new HashMap<>();
  private final MemorySnapshots snapshots = new MemorySnapshots(this);
  private String cluster;
  private boolean stopped;

  MemorySnapshots snapshots() {
    return snapshots;
  }

  void requireServing(Deadline deadline) {
    if (stopped || deadline.hasPassed()) {
      throw new TransientException(stopped ? "it left service" : "its deadline passed");
    }
  }

  @Override
  public synchronized String join(String joining, Deadline deadline) {
    requireServing(deadline);
    cluster = cluster == null ? joining : cluster;
    return cluster;
  }

  synchronized Optional<Table> named(String account, String name) {
    return tables.values().stream()
        .filter(t -> t.stored().account().equals(account) && t.stored().name().equals(name))
        .findFirst();
  }

  @Override
  public synchronized StoredTable create(NewTable table, Deadline deadline) {
    requireServing(deadline);
    if (tables.containsKey(table.id())) {
      return tables.get(table.id()).stored();
    }
    if (named(table.account(), table.name()).isPresent()) {
      throw new TableInUseException("Table already exists: " + table.name());
    }
    return store(
        new StoredTable(
            table.id(),
            table.account(),
            table.name(),
            1,
            TableState.LIVE,
            table.spaces(),
            table.document()),
        table.spaces());
  }

  private StoredTable store(StoredTable table, Set<Integer> wanted) {
    Set<Integer> spaces = new TreeSet<>(wanted);
    spaces.addAll(Spaces.FIXED);
    Table before = tables.get(table.id());
    Map<Integer, NavigableMap<EntryKey, Entry>> entries = new HashMap<>();
    for (int space : spaces) {
      boolean kept = before != null && before.spaces().containsKey(space);
      entries.put(space, kept ? before.spaces().get(space) : new TreeMap<>());
    }
    StoredTable stored =
        new StoredTable(
            table.id(),
            table.account(),
            table.name(),
            table.revision(),
            table.state(),
            spaces,
            table.document());
    tables.put(table.id(), new Table(stored, entries));
    return stored;
  }

  @Override
  public synchronized Optional<StoredTable> describe(TableId table, Deadline deadline) {
    requireServing(deadline);
    return Optional.ofNullable(tables.get(table)).map(Table::stored);
  }

  @Override
  public synchronized List<StoredTable> tables(Deadline deadline) {
    requireServing(deadline);
    return tables.values().stream()
        .map(Table::stored)
        .sorted(Comparator.comparing(StoredTable::account).thenComparing(StoredTable::name))
        .toList();
  }

  private Table known(TableId table) {
    Table known = tables.get(table);
    if (known == null) {
      throw new TableNotFoundException("no table " + table);
    }
    return known;
  }

  @Override
  public synchronized StoredTable alter(
      TableId id, long expectedRevision, Bytes document, Set<Integer> spaces, Deadline deadline) {
    requireServing(deadline);
    StoredTable table = known(id).stored();
    if (table.revision() != expectedRevision) {
      throw stale(id, table.revision());
    }
    return store(
        new StoredTable(
            id,
            table.account(),
            table.name(),
            table.revision() + 1,
            table.state(),
            spaces,
            document),
        spaces);
  }

  @Override
  public synchronized Optional<StoredTable> delete(TableId table, Deadline deadline) {
    requireServing(deadline);
    tables.remove(known(table).stored().id());
    return Optional.empty();
  }

  private static StaleRevisionException stale(TableId table, long current) {
    return new StaleRevisionException("table " + table + " has another revision", current);
  }

  private long revision(TableId table) {
    return tables.containsKey(table) ? tables.get(table).stored().revision() : 0;
  }

  private Table fenced(TableRevision planned) {
    if (revision(planned.table()) != planned.revision()) {
      throw stale(planned.table(), revision(planned.table()));
    }
    return tables.get(planned.table());
  }

  @Override
  public synchronized List<Entry> read(
      List<TableRevision> planned, List<ReadKey> keys, boolean consistent, Deadline deadline) {
    requireServing(deadline);
    planned.forEach(this::fenced);
    List<Entry> entries = new ArrayList<>();
    keys.forEach(key -> entries.add(tables.get(key.table()).space(key.space()).get(key.key())));
    return entries;
  }

  @Override
  public synchronized Page range(RangeRequest request, Deadline deadline) {
    requireServing(deadline);
    List<Entry> entries = new ArrayList<>();
    long bytes = 0;
    for (Entry entry : within(fenced(request.table()).space(request.space()), request.range())) {
      if (entries.size() == request.maxEntries() || bytes >= request.maxBytes()) {
        return new Page(entries, true);
      }
      EntryKey key = entry.key();
      Bytes value = cut(entry.value(), request.fetch());
      entries.add(new Entry(key, entry.writeId(), value));
      bytes += (long) key.partition().length() + key.sort().length() + value.length();
    }
    return new Page(entries, false);
  }

  private static Bytes cut(Bytes value, Fetch fetch) {
    return switch (fetch) {
      case KEYS -> Bytes.EMPTY;
      case HEADERS -> value.slice(0, Math.min(value.length(), EntryHeader.LENGTH));
      case VALUES -> value;
    };
  }

  private static Iterable<Entry> within(NavigableMap<EntryKey, Entry> space, KeyRange range) {
    if (range instanceof KeyRange.OfSpace all) {
      NavigableMap<EntryKey, Entry> rest =
          all.from() == null ? space : space.tailMap(all.from(), true);
      return () ->
          rest.values().stream()
              .filter(
                  entry ->
                      all.segment() == null
                          || all.segment().contains(KeyCodec.segmentHash(entry.key().partition())))
              .iterator();
    }
    KeyRange.OfPartition part = (KeyRange.OfPartition) range;
    if (part.sorts().isEmpty()) {
      return List.of();
    }
    EntryKey from = new EntryKey(part.partition(), part.sorts().from());
    EntryKey to =
        part.sorts().to() == null
            ? new EntryKey(part.partition().next(), Bytes.EMPTY)
            : new EntryKey(part.partition(), part.sorts().to());
    NavigableMap<EntryKey, Entry> inside = space.subMap(from, true, to, false);
    return part.backwards() ? inside.descendingMap().values() : inside.values();
  }

  @Override
  public synchronized CommitOutcome commit(Batch batch, Deadline deadline) {
    long bytes = 0;
    for (Change change : batch.changes()) {
      bytes += change.value() == null ? 0 : change.value().length();
    }
    if (batch.changes().size() > MAX_ENTRIES || bytes > MAX_BYTES) {
      throw new LimitExceededException("a batch of " + batch.changes().size() + " entries");
    }
    if (stopped || deadline.hasPassed()) {
      return new CommitOutcome.Transient("it left service, or the deadline passed");
    }
    for (TableRevision planned : batch.tables()) {
      long current = revision(planned.table());
      if (current != planned.revision()) {
        return new CommitOutcome.Stale(
            planned.table(), current, current == 0 ? null : TableState.LIVE);
      }
    }
    return apply(batch);
  }

  /** Every look-up, one of an unknown space included, comes before the first change. */
  private CommitOutcome apply(Batch batch) {
    Map<Integer, Entry> old = new HashMap<>();
    Map<Integer, CommitOutcome.Current> failed = new HashMap<>();
    for (int i = 0; i < batch.changes().size(); i++) {
      Change change = batch.changes().get(i);
      Entry current = tables.get(change.table()).space(change.space()).get(change.key());
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
      TableRevision table, int space, List<Entry> entries, Deadline deadline) {
    requireServing(deadline);
    NavigableMap<EntryKey, Entry> target = fenced(table).space(space);
    entries.forEach(entry -> target.put(entry.key(), entry));
  }

  @Override
  public synchronized SpaceSize measure(TableRevision table, int space, Deadline deadline) {
    requireServing(deadline);
    NavigableMap<EntryKey, Entry> entries = fenced(table).space(space);
    return new SpaceSize(
        entries.size(),
        entries.values().stream()
            .filter(entry -> entry.value().length() >= EntryHeader.LENGTH)
            .mapToLong(entry -> EntryHeader.read(entry.value()).size())
            .sum());
  }

  @Override
  public synchronized Limits limits() {
    int free = snapshots.free();
    return new Limits(
        MAX_ENTRIES, MAX_BYTES, MemorySnapshots.PERMITS, free, MemorySnapshots.PERMITS, free);
  }

  @Override
  public synchronized void abort() {
    stopped = true;
    snapshots.endAll();
  }
}
