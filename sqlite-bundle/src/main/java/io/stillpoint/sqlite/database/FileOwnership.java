package io.stillpoint.sqlite.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Properties;

/**
 * Exclusive ownership of a database file, held from before the first native handle is opened until
 * after the last is closed.
 *
 * <p>Two locks, because POSIX locks belong to a process and fall when any of its descriptors of the
 * file is closed: a lock on a file beside the database keeps other processes out, and an entry in
 * the system properties keeps out other class loaders of this process, before they could open and
 * close the lock file and so drop our lock (two loaders on one database file lost acknowledged
 * rows).
 */
final class FileOwnership implements AutoCloseable {
  private static final String GUARD = "io.stillpoint.sqlite.owned:";

  private final String guard;
  private final FileChannel channel;

  private FileOwnership(String guard, FileChannel channel) {
    this.guard = guard;
    this.channel = channel;
  }

  /**
   * Takes the file, which need not exist.
   *
   * @param database its real path
   */
  static FileOwnership take(Path database) throws DatabaseException {
    String guard = GUARD + database;
    Properties process = System.getProperties();
    if (process.putIfAbsent(guard, "owned") != null) {
      throw new DatabaseException(
          database + " is in use by another instance of this server: give each its own path.",
          false,
          null);
    }
    try {
      return new FileOwnership(guard, lock(database));
    } catch (DatabaseException e) {
      process.remove(guard);
      throw e;
    }
  }

  private static FileChannel lock(Path database) throws DatabaseException {
    Path file = database.resolveSibling(database.getFileName() + ".lock");
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        String owner = Files.readString(file).strip();
        channel.close();
        throw new DatabaseException(
            database
                + " is in use by process "
                + (owner.isEmpty() ? "(unknown)" : owner)
                + ": stop that server, or use another data folder.",
            false,
            null);
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
          0);
      return channel;
    } catch (OverlappingFileLockException e) {
      close(channel);
      throw new DatabaseException(database + " is in use by this process.", false, e);
    } catch (IOException e) {
      close(channel);
      throw new DatabaseException(
          "Cannot write " + file + ": check the folder's owner, mode and free space.", false, e);
    }
  }

  private static void close(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Nothing was acknowledged through it, and the end of the process closes it.
    }
  }

  /** Gives the file up. Every native handle must be closed. */
  @Override
  public void close() {
    close(channel);
    System.getProperties().remove(guard);
  }
}
