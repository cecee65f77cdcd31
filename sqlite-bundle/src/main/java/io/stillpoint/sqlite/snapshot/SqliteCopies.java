package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.backend.OnlineCopy;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import io.stillpoint.sqlite.database.Slots;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.PreparedStatement;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Copies the database by VACUUM INTO: one read transaction, so one instant, and unlike the backup
 * interface it can be cut short, which abort's bound of a second needs.
 */
public final class SqliteCopies implements OnlineCopy {
  private final String instance;
  private final Supplier<Database> current;
  private final Slots slots;

  /**
   * @param current the open database; throws TransientException while there is none
   */
  public SqliteCopies(String instance, Supplier<Database> current, Slots slots) {
    this.instance = instance;
    this.current = current;
    this.slots = slots;
  }

  @Override
  public long copyTo(Path target, LongConsumer progress) throws IOException {
    if (Files.exists(target)) {
      throw new FileAlreadyExistsException(target.toString());
    }
    Database database = current.get();
    Runnable slot = slots.take(Slots.Kind.COPY);
    try {
      Path part = target.resolveSibling(target.getFileName() + "." + UUID.randomUUID() + ".part");
      // The data of every table: for nobody but the server's user.
      Files.createFile(
          part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        copy(database, part, progress);
        return publish(part, target);
      } finally {
        Files.deleteIfExists(part);
      }
    } finally {
      slot.run();
    }
  }

  private void copy(Database database, Path part, LongConsumer progress) throws IOException {
    Thread copying = Thread.currentThread();
    LongReader reader = database.copier();
    try {
      reader.run(
          "instance '" + instance + "'",
          connection -> {
            connection.whileRunning(
                () -> {
                  progress.accept(part.toFile().length());
                  return !copying.isInterrupted();
                });
            PreparedStatement vacuum = connection.prepare("VACUUM INTO ?");
            vacuum.setString(1, part.toString());
            return vacuum.execute();
          });
    } catch (InternalException e) {
      if (copying.isInterrupted()) {
        throw new InterruptedIOException("the copy of instance '" + instance + "' was interrupted");
      }
      throw e;
    } finally {
      reader.end("the copy has ended");
    }
  }

  /** Syncs the copy and gives it its name. */
  private static long publish(Path part, Path target) throws IOException {
    try (FileChannel file = FileChannel.open(part, StandardOpenOption.WRITE)) {
      file.force(true);
    }
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel folder = FileChannel.open(target.toAbsolutePath().getParent())) {
      folder.force(true);
    }
    return Files.size(target);
  }
}
