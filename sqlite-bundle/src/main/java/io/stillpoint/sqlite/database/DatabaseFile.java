package io.stillpoint.sqlite.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An instance's file: where it really is, and its ownership, which outlives single connections. */
public final class DatabaseFile implements AutoCloseable {
  private final Path configured;
  private FileOwnership ownership;
  private Path real;
  private boolean kept;

  /**
   * @param configured as the configuration names it; neither it nor its folder need exist
   */
  public DatabaseFile(Path configured) {
    this.configured = configured;
  }

  /**
   * Takes the file, unless it is taken already.
   *
   * @return its real path: one file has one name, whatever links lead to it
   */
  public Path own() throws DatabaseException {
    if (ownership == null) {
      real = resolve();
      ownership = FileOwnership.take(real);
    }
    return real;
  }

  private Path resolve() throws DatabaseException {
    Path absolute = configured.toAbsolutePath().normalize();
    try {
      if (Files.isSymbolicLink(absolute) && !Files.exists(absolute)) {
        throw new DatabaseException(
            absolute + " is a link to nothing: create the file it names, or remove the link.",
            false,
            null);
      }
      Files.createDirectories(absolute.getParent());
      return Files.exists(absolute)
          ? absolute.toRealPath()
          : absolute.getParent().toRealPath().resolve(absolute.getFileName());
    } catch (IOException e) {
      throw new DatabaseException(
          "Cannot use " + absolute + ": check the folder's owner and mode.", false, e);
    }
  }

  /** Keeps the file owned to the process's end, since a native handle of it stays open. */
  public void keepOwnership() {
    kept = true;
  }

  @Override
  public void close() {
    if (ownership != null && !kept) {
      ownership.close();
    }
  }
}
