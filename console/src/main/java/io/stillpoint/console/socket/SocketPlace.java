package io.stillpoint.console.socket;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Where the socket lies: {@code run/shell.sock}, or, where the operating system's limit of about
 * 100 bytes forbids that, a folder of mode 0700 below {@code java.io.tmpdir} that {@code
 * run/shell.path} names.
 *
 * @param socket the path to bind
 * @param note the file that names it, or null if it lies in its usual place
 */
record SocketPlace(Path socket, Path note) {
  /** {@code sockaddr_un.sun_path} is 104 bytes on macOS and 108 on Linux, with its final zero. */
  static final int MAX_PATH_BYTES = 100;

  private static final String NAME = "shell.sock";
  private static final String NOTE = "shell.path";

  /**
   * Chooses the place, and clears what a killed server left there. The caller's process holds the
   * data folder's lock, so what lies there is nobody's.
   *
   * @param run the data folder's run/, mode 0700
   * @throws IOException if neither place can be used
   */
  static SocketPlace prepare(Path run) throws IOException {
    Path usual = run.resolve(NAME);
    Path note = run.resolve(NOTE);
    Files.deleteIfExists(usual);
    if (Files.exists(note)) {
      deleteNoted(note);
    }
    if (fits(usual)) {
      return new SocketPlace(usual, null);
    }
    // Created with mode 0700.
    Path folder = Files.createTempDirectory("stillpoint-");
    Path socket = folder.resolve(NAME);
    if (!fits(socket)) {
      Files.delete(folder);
      throw new IOException(
          "a Unix socket's path holds "
              + MAX_PATH_BYTES
              + " bytes, and both "
              + usual
              + " and "
              + socket
              + " are longer");
    }
    Files.writeString(note, socket.toString());
    Files.setPosixFilePermissions(note, PosixFilePermissions.fromString("rw-------"));
    return new SocketPlace(socket, note);
  }

  private static boolean fits(Path path) {
    return path.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES;
  }

  private static void deleteNoted(Path note) throws IOException {
    Path socket = Path.of(Files.readString(note).strip());
    // Only ever what prepare() makes, whatever the note says.
    if (socket.endsWith(NAME)
        && socket.getParent().getFileName().toString().startsWith("stillpoint-")) {
      Files.deleteIfExists(socket);
      try {
        Files.deleteIfExists(socket.getParent());
      } catch (IOException e) {
        // Somebody else's files lie in it: it may stay.
      }
    }
    Files.delete(note);
  }

  /** Removes the socket and its note. */
  void remove() throws IOException {
    if (note == null) {
      Files.deleteIfExists(socket);
    } else if (Files.exists(note)) {
      deleteNoted(note);
    }
  }
}
