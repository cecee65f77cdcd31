package io.stillpoint.engine.snapshot;

import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.engine.admin.SnapshotSummary;
import java.time.Duration;
import java.time.Instant;

/** A snapshot that the engine holds, and how far it was read. */
final class OpenSnapshot implements AutoCloseable {
  private final long id;
  private final String account;
  private final String table;
  private final String instance;
  private final String holder;
  private final SnapshotEngine openedBy;
  private final TableSnapshot snapshot;
  private final EntryCursor cursor;
  private final Runnable onClosed;
  private final Instant since = Instant.now();
  private final long began = System.nanoTime();
  private volatile long items;
  private volatile String endedBecause;

  /**
   * @param onClosed forgets it
   */
  OpenSnapshot(
      long id,
      String account,
      String table,
      String instance,
      String holder,
      SnapshotEngine openedBy,
      TableSnapshot snapshot,
      Runnable onClosed) {
    this.id = id;
    this.account = account;
    this.table = table;
    this.instance = instance;
    this.holder = holder;
    this.openedBy = openedBy;
    this.snapshot = snapshot;
    this.onClosed = onClosed;
    cursor = snapshot.items();
  }

  /** The next item as {@link EntryCursor#next} has it. One thread. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
  Entry next() {
    Entry entry;
    try {
      entry = cursor.next();
    } catch (SnapshotExpiredException e) {
      throw endedBecause == null ? e : new SnapshotExpiredException(endedBecause, e);
    }
    if (entry != null) {
      items++;
    }
    return entry;
  }

  boolean isOf(SnapshotEngine engine) {
    return openedBy == engine;
  }

  long items() {
    return items;
  }

  Duration age() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  boolean keyOrdered() {
    return snapshot.keyOrdered();
  }

  String marker() {
    return snapshot.marker().kind() + " " + snapshot.marker().text();
  }

  SnapshotSummary summary() {
    long read = items;
    return new SnapshotSummary(
        id,
        account,
        table,
        instance,
        since,
        read,
        read / Math.max(1e-3, age().toNanos() / 1e9),
        holder);
  }

  /** Closes it, and has its reader told why. */
  void end(String reason) {
    endedBecause = reason;
    close();
  }

  @Override
  public void close() {
    snapshot.close();
    onClosed.run();
  }
}
