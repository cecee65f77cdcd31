package io.stillpoint.engine.snapshot;

import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.ExportSummary;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Writes a snapshot's items to a file, line by line. The file gets its name when it is whole and
 * synced; until then it has another one, and is removed if anything fails.
 */
final class ItemExport {
  private static final byte[] BEFORE = "{\"Item\":".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] AFTER = "}\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BUFFER = 256 << 10;
  private static final long PROGRESS_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A paced export looks up this often, so that closing it is noticed. */
  private static final long LONGEST_SLEEP_MILLIS = 100;

  private final OpenSnapshot snapshot;
  private final Path file;
  private final long itemsPerSecond;
  private final Predicate<ExportSummary> progress;
  private long bytes;
  private long shown;

  ItemExport(
      OpenSnapshot snapshot, Path file, long itemsPerSecond, Predicate<ExportSummary> progress) {
    this.snapshot = snapshot;
    this.file = file;
    this.itemsPerSecond = itemsPerSecond;
    this.progress = progress;
  }

  /**
   * Does it.
   *
   * @throws AdminException if it was cancelled
   * @throws io.stillpoint.api.error.StorageException if the stream ended early
   */
  ExportSummary run() throws IOException {
    Path part = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID() + ".part");
    try {
      // Table data: for nobody but the server's user.
      try (FileChannel channel =
          FileChannel.open(
              part,
              Set.copyOf(EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
        write(out);
        out.flush();
        channel.force(true);
      }
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      try (FileChannel folder = FileChannel.open(file.toAbsolutePath().getParent())) {
        folder.force(true);
      }
      return summary();
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private void write(OutputStream out) throws IOException {
    shown = System.nanoTime();
    for (Entry entry = snapshot.next(); entry != null; entry = snapshot.next()) {
      // Refuses what is no item, or of a newer format.
      EntryHeader.read(entry.value());
      ByteBuffer json = ItemEntry.json(entry.value());
      out.write(BEFORE);
      out.write(json.array(), json.arrayOffset() + json.position(), json.remaining());
      out.write(AFTER);
      bytes += BEFORE.length + json.remaining() + AFTER.length;
      pace();
      show();
    }
  }

  private void show() {
    if (System.nanoTime() - shown > PROGRESS_NANOS) {
      shown = System.nanoTime();
      if (!progress.test(summary())) {
        throw cancelled();
      }
    }
  }

  private static AdminException cancelled() {
    return new AdminException("The export was cancelled; no file is left of it.");
  }

  /** Waits until the items written so far are due. */
  private void pace() {
    if (itemsPerSecond == 0) {
      return;
    }
    long dueMillis = snapshot.items() * 1000 / itemsPerSecond;
    long early = dueMillis - snapshot.age().toMillis();
    while (early > 0) {
      try {
        Thread.sleep(Math.min(early, LONGEST_SLEEP_MILLIS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw cancelled();
      }
      show();
      early = dueMillis - snapshot.age().toMillis();
    }
  }

  private ExportSummary summary() {
    return new ExportSummary(
        snapshot.items(), bytes, snapshot.age(), snapshot.keyOrdered(), snapshot.marker());
  }
}
