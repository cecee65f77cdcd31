package io.stillpoint.vendor;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.snapshot.SnapshotMarker;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.table.TableDescription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Snapshots are copies that an open makes under the storage's lock. */
final class MemorySnapshots implements SnapshotEngine {
  static final int PERMITS = 4;

  private final MemoryStorage storage;
  private final Set<Snapshot> open = new HashSet<>();

  MemorySnapshots(MemoryStorage storage) {
    this.storage = storage;
  }

  int free() {
    synchronized (storage) {
      return PERMITS - open.size();
    }
  }

  void endAll() {
    List.copyOf(open).forEach(snapshot -> snapshot.end("the instance left service"));
  }

  @Override
  public TableSnapshot openTableSnapshot(String account, String name) {
    synchronized (storage) {
      storage.requireServing(Deadline.after(Duration.ofSeconds(1)));
      if (open.size() == PERMITS) {
        throw new LimitExceededException("all " + PERMITS + " snapshots are open");
      }
      MemoryStorage.Table table =
          storage
              .named(account, name)
              .orElseThrow(() -> new TableNotFoundException("no table " + name));
      TableDescription description =
          TableDescription.of(table.stored().document(), table.stored().spaces());
      description.requireReadable();
      Snapshot snapshot = new Snapshot(table, description);
      open.add(snapshot);
      return snapshot;
    }
  }

  private final class Snapshot implements TableSnapshot {
    private final TableDescription description;
    private final SnapshotMarker marker;
    private final Map<Integer, List<Entry>> spaces = new HashMap<>();
    private Cursor current;
    private String ended;

    Snapshot(MemoryStorage.Table table, TableDescription description) {
      this.description = description;
      marker = new SnapshotMarker("memory-copy", UUID.randomUUID().toString());
      table.spaces().forEach((space, all) -> spaces.put(space, new ArrayList<>(all.values())));
    }

    void end(String reason) {
      synchronized (storage) {
        ended = ended == null ? reason : ended;
        open.remove(this);
      }
    }

    @Override
    public TableDescription description() {
      return description;
    }

    @Override
    public SnapshotMarker marker() {
      return marker;
    }

    @Override
    public EntryCursor items() {
      return entries(Spaces.ITEMS);
    }

    @Override
    public EntryCursor entries(int space) {
      synchronized (storage) {
        if (!spaces.containsKey(space)) {
          throw new TableNotFoundException("the table had no space " + space);
        }
        if (current != null && (current.ofItems || !current.isDone())) {
          throw new IllegalStateException("a cursor is open, or the items were given out");
        }
        current = new Cursor(this, spaces.get(space).iterator(), space == Spaces.ITEMS);
        return current;
      }
    }

    @Override
    public void close() {
      end("it was closed");
    }
  }

  private final class Cursor implements EntryCursor {
    private final Snapshot snapshot;
    private final Iterator<Entry> entries;
    private final boolean ofItems;
    private boolean closed;
    private boolean told;

    Cursor(Snapshot snapshot, Iterator<Entry> entries, boolean ofItems) {
      this.snapshot = snapshot;
      this.entries = entries;
      this.ofItems = ofItems;
    }

    boolean isDone() {
      return closed || !entries.hasNext();
    }

    @Override
    public Entry next() {
      synchronized (storage) {
        boolean cut = entries.hasNext() && (closed || snapshot.ended != null);
        if (cut && !told) {
          told = true;
          throw new SnapshotExpiredException(closed ? "it was closed" : snapshot.ended);
        }
        Entry next = cut || !entries.hasNext() ? null : entries.next();
        if (ofItems && !entries.hasNext()) {
          snapshot.end("it was read to its end");
        }
        return next;
      }
    }

    @Override
    public void close() {
      synchronized (storage) {
        closed = true;
        if (ofItems) {
          snapshot.end("it was closed");
        }
      }
    }
  }
}
