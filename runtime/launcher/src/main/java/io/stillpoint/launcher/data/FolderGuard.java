package io.stillpoint.launcher.data;

import com.sun.security.auth.module.UnixSystem;
import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Refuses folders whose files somebody else could write: what lies in etc/ and deploy/ decides what
 * code this server runs (DESIGN.md 6).
 */
final class FolderGuard {
  private static final int GROUP_WRITE = 0020;
  private static final int OTHERS_WRITE = 0002;
  private static final int STICKY = 01000;

  private final long self = new UnixSystem().getUid();

  /**
   * Checks the data folder itself: whoever can write it can put another etc/ in its place. In a
   * sticky folder (/tmp) others can add files, but neither rename nor delete ours.
   *
   * @throws LaunchException naming the path, its mode or owner, and the command that mends it
   */
  void checkRoot(Path folder) throws IOException, LaunchException {
    if ((mode(folder) & STICKY) == 0) {
      check(folder);
    }
  }

  /** Checks a folder and the files directly in it, with the same refusals. */
  void checkWithFiles(Path folder) throws IOException, LaunchException {
    check(folder);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        // What a dangling link would point to does not exist, so nobody can write it.
        if (Files.exists(file)) {
          check(file);
        }
      }
    }
  }

  private void check(Path path) throws IOException, LaunchException {
    int mode = mode(path);
    if ((mode & (GROUP_WRITE | OTHERS_WRITE)) != 0) {
      throw refused(
          path
              + " is writable by other users (mode "
              + Integer.toOctalString(mode & 07777)
              + "), who could make this server run their code. Run: chmod go-w "
              + path);
    }
    int owner = (Integer) Files.getAttribute(path, "unix:uid");
    if (owner != self && owner != 0) {
      throw refused(
          path
              + " belongs to another user (uid "
              + owner
              + "), who could make this server run their code. Run: chown "
              + self
              + " "
              + path);
    }
  }

  private static int mode(Path path) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:mode");
  }

  private static LaunchException refused(String sentence) {
    return new LaunchException(ExitStatus.STORAGE, sentence);
  }
}
