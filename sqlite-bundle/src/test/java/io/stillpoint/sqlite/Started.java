package io.stillpoint.sqlite;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.sqlite.snapshot.SnapshotParts;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** An instance under test, and what it said of its status. */
public final class Started implements AutoCloseable {
  /** What the listener was told. */
  public record Status(InstanceStatus status, String reason) {}

  private final BlockingQueue<Status> statuses = new LinkedBlockingQueue<>();
  public final SqliteInstance instance;

  private Started(Settings settings, SnapshotParts parts) {
    instance = SqliteInstance.start(settings, (s, r) -> statuses.add(new Status(s, r)), parts);
  }

  /** Starts an instance, whatever comes of it. */
  public static Started begin(Settings settings) {
    return new Started(settings, SnapshotParts.standard());
  }

  /** Starts an instance and waits until it serves. */
  public static Started serving(Settings settings) {
    return serving(settings, SnapshotParts.standard());
  }

  /** The same with a look into its snapshots. */
  public static Started serving(Settings settings, SnapshotParts parts) {
    Started started = new Started(settings, parts);
    started.await(InstanceStatus.SERVING);
    return started;
  }

  /** Waits for a status; returns its reason. */
  public String await(InstanceStatus wanted) {
    Deadline deadline = in(20);
    String seen = "";
    while (!deadline.hasPassed()) {
      try {
        Status status = statuses.poll(deadline.remainingNanos(), TimeUnit.NANOSECONDS);
        if (status != null && status.status() == wanted) {
          return status.reason();
        }
        seen += status == null ? "" : status;
      } catch (InterruptedException e) {
        throw new AssertionError("interrupted while waiting for " + wanted, e);
      }
    }
    throw new AssertionError("waited 20 s for " + wanted + ", saw: " + seen);
  }

  public StorageEngine storage() {
    return instance.storage();
  }

  /** A table without indexes. */
  public StoredTable table(String name) {
    return storage()
        .create(
            new NewTable(TableId.random(), "000000000000", name, Set.of(), Bytes.utf8("{}")),
            in(10));
  }

  /** An item, or null. */
  public Entry read(StoredTable table, EntryKey key) {
    return storage()
        .read(List.of(table.at()), List.of(new ReadKey(table.id(), 0, key)), true, in(10))
        .get(0);
  }

  public static Deadline in(int seconds) {
    return Deadline.after(Duration.ofSeconds(seconds));
  }

  public static EntryKey key(String partition) {
    return new EntryKey(Bytes.utf8(partition), Bytes.EMPTY);
  }

  /** A value as in ITEMS: a header of the key's hash, then bytes. */
  public static Bytes value(EntryKey key, int length) {
    ByteBuffer buffer = ByteBuffer.allocate(EntryHeader.LENGTH + length);
    buffer.put((byte) EntryHeader.FORMAT).putInt(length);
    buffer.putInt(KeyCodec.segmentHash(key.partition()));
    for (int i = 0; i < length; i++) {
      buffer.put((byte) (i * 31 + length));
    }
    return Bytes.wrap(buffer.array());
  }

  @Override
  public void close() {
    instance.close();
  }
}
