package io.stillpoint.launcher.data;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A server's data folder, held by this process from {@link #open} to {@link #close}. Its parts:
 * data/ (databases), etc/ (configuration), deploy/ (bundles to install), run/ (lock and shell
 * socket), log/, cache/ (may be deleted while no server runs).
 */
public final class DataFolder implements AutoCloseable {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_ATTRIBUTE =
      PosixFilePermissions.asFileAttribute(OWNER_ONLY);
  private static final List<String> PARTS = List.of("data", "etc", "deploy", "run", "log", "cache");

  private final Path root;
  private final boolean temporary;
  private final FolderLock lock;

  private DataFolder(Path root, boolean temporary, FolderLock lock) {
    this.root = root;
    this.temporary = temporary;
    this.lock = lock;
  }

  /**
   * Makes what is missing of a data folder, checks that nobody else can write its configuration,
   * and locks it.
   *
   * @throws LaunchException if it cannot be used, or another server holds it; one sentence
   */
  public static DataFolder open(Path folder) throws LaunchException {
    try {
      return open(makeRoot(folder), folder, false);
    } catch (IOException e) {
      throw unusable(folder, e);
    }
  }

  /**
   * A new folder for tables in memory, deleted by {@link #close}.
   *
   * @throws LaunchException if there is no room for temporary files
   */
  public static DataFolder temporary() throws LaunchException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir"));
    try {
      Path folder = Files.createTempDirectory(parent, "stillpoint-", OWNER_ONLY_ATTRIBUTE);
      return open(folder.toRealPath(), folder, true);
    } catch (IOException e) {
      throw unusable(parent, e);
    }
  }

  private static DataFolder open(Path root, Path asGiven, boolean temporary)
      throws IOException, LaunchException {
    FolderGuard guard = new FolderGuard();
    guard.checkRoot(root);
    for (String part : PARTS) {
      Path folder = root.resolve(part);
      if (!Files.isDirectory(folder)) {
        Files.createDirectory(folder, OWNER_ONLY_ATTRIBUTE);
      }
      if (!Files.isWritable(folder)) {
        throw new AccessDeniedException(folder.toString());
      }
    }
    guard.checkWithFiles(root.resolve("etc"));
    guard.checkWithFiles(root.resolve("deploy"));
    Path run = root.resolve("run");
    // The shell's socket lies here, and the folder's mode is its first protection.
    Files.setPosixFilePermissions(run, OWNER_ONLY);
    FolderLock lock = FolderLock.take(run).orElseThrow(() -> alreadyRunning(root, asGiven));
    DataFolder folder = new DataFolder(root, temporary, lock);
    try {
      DefaultFiles.writeIfEmpty(folder.etc(), temporary);
    } catch (IOException e) {
      folder.close();
      throw e;
    }
    return folder;
  }

  private static Path makeRoot(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      Path parent = folder.toAbsolutePath().normalize().getParent();
      if (parent != null) {
        Files.createDirectories(parent);
      }
      Files.createDirectory(folder, OWNER_ONLY_ATTRIBUTE);
    } else if (!Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
    return folder.toRealPath();
  }

  private static LaunchException alreadyRunning(Path root, Path asGiven) {
    String holder;
    try {
      holder =
          FolderLock.holder(root.resolve("run"))
              .filter(found -> found.pid() > 0)
              .map(found -> " (process " + found.pid() + ")")
              .orElse("");
    } catch (IOException e) {
      holder = "";
    }
    return new LaunchException(
        ExitStatus.ALREADY_RUNNING,
        "another server runs on "
            + asGiven
            + holder
            + ". Stop it first (stillpoint stop --data "
            + asGiven
            + "), or give this one a folder and a port of its own (--data, --port).");
  }

  private static LaunchException unusable(Path folder, IOException e) {
    String reason;
    if (e instanceof AccessDeniedException denied) {
      reason = "no permission to write " + denied.getFile();
    } else if (e instanceof NotDirectoryException) {
      reason = "it is not a folder";
    } else if (e instanceof NoSuchFileException missing) {
      reason = missing.getFile() + " cannot be made";
    } else if (e instanceof FileSystemException system && system.getReason() != null) {
      reason = system.getFile() + ": " + system.getReason();
    } else {
      reason = e.getMessage();
    }
    return new LaunchException(
        ExitStatus.STORAGE,
        "the data folder "
            + folder
            + " cannot be used: "
            + reason
            + ". Choose another with --data, or change its owner or mode.");
  }

  /** The folder itself: absolute, without symlinks. */
  public Path root() {
    return root;
  }

  /** Configuration files, for Config Admin. */
  public Path etc() {
    return root.resolve("etc");
  }

  /** Lock and shell socket. */
  public Path run() {
    return root.resolve("run");
  }

  /** Log files. */
  public Path log() {
    return root.resolve("log");
  }

  /** What can be made again. */
  public Path cache() {
    return root.resolve("cache");
  }

  /** Bundles to install. */
  public Path deploy() {
    return root.resolve("deploy");
  }

  /** Whether {@link #close} deletes it. */
  public boolean isTemporary() {
    return temporary;
  }

  /** Releases the folder to the next server; deletes it if it is temporary. */
  @Override
  public void close() {
    try {
      if (temporary) {
        deleteAll(root);
      }
      lock.close();
    } catch (IOException e) {
      System.err.println("stillpoint: " + root + " could not be cleaned up: " + e.getMessage());
    }
  }

  /** Deletes a folder with everything in it, following no symlink. */
  public static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
