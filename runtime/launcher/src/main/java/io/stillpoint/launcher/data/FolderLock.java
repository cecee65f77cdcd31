package io.stillpoint.launcher.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The lock that makes a data folder one server's: an operating system lock on run/lock, which ends
 * with the process that holds it, however that ends. The file is the same one through any symlink.
 *
 * <p>A process must not open the file a second time while it holds the lock: POSIX drops a
 * process's locks on a file when it closes any of its descriptors.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = "lock";

  /** A client that asks whether a server runs holds a shared lock for a moment. */
  private static final long CLIENT_MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long RETRY_MILLIS = 10;

  /**
   * Who holds the lock.
   *
   * @param pid the process id, in the holder's namespace
   * @param startMillis when it started, in epoch milliseconds, as this operating system tells it; 0
   *     if it does not
   */
  public record Holder(long pid, long startMillis) {
    /** The process, if it can be seen from here and is the same one. */
    public Optional<ProcessHandle> process() {
      return ProcessHandle.of(pid).filter(handle -> startOf(handle) == startMillis);
    }

    private static long startOf(ProcessHandle handle) {
      return handle.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }

    private static Holder self() {
      ProcessHandle self = ProcessHandle.current();
      return new Holder(self.pid(), startOf(self));
    }
  }

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock for this process and notes its id.
   *
   * @param run the folder run/
   * @return empty if another process holds it
   */
  public static Optional<FolderLock> take(Path run) throws IOException {
    FileChannel channel =
        FileChannel.open(
            run.resolve(NAME),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      if (!tryLock(channel)) {
        channel.close();
        return Optional.empty();
      }
      Holder self = Holder.self();
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              (self.pid() + " " + self.startMillis() + "\n").getBytes(StandardCharsets.UTF_8)),
          0);
      return Optional.of(new FolderLock(channel));
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    long deadline = System.nanoTime() + CLIENT_MOMENT_NANOS;
    while (channel.tryLock() == null) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      try {
        TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /**
   * Asks, from another process, who holds the lock.
   *
   * @return empty if nobody does
   */
  public static Optional<Holder> holder(Path run) throws IOException {
    try (FileChannel channel = FileChannel.open(run.resolve(NAME), StandardOpenOption.READ)) {
      FileLock shared = channel.tryLock(0, Long.MAX_VALUE, true);
      if (shared != null) {
        return Optional.empty();
      }
      return Optional.of(parse(Files.readString(run.resolve(NAME))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static Holder parse(String text) {
    String[] parts = text.strip().split(" ", -1);
    try {
      return new Holder(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      // The holder has the lock and has not written yet.
      return new Holder(0, 0);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
