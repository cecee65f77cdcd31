package io.stillpoint.launcher.shell;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import io.stillpoint.launcher.data.FolderLock;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the server of a data folder and connects to its shell. */
final class ServerConnection {
  private ServerConnection() {}

  /**
   * Connects.
   *
   * @throws LaunchException with {@link ExitStatus#NO_SERVER} if no server holds the folder
   */
  static SocketChannel connect(Path data) throws LaunchException {
    Path run = data.resolve("run");
    try {
      Path socket = find(run);
      return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      throw explain(data, run, e);
    }
  }

  private static Path find(Path run) throws IOException {
    Path note = run.resolve("shell.path");
    return Files.exists(note)
        ? Path.of(Files.readString(note).strip())
        : run.toRealPath().resolve("shell.sock");
  }

  private static LaunchException explain(Path data, Path run, IOException e) {
    try {
      if (FolderLock.holder(run).isEmpty()) {
        return noServer(data);
      }
    } catch (IOException unreadable) {
      return new LaunchException(
          ExitStatus.FAILED,
          "cannot look into "
              + run
              + ": "
              + unreadable.getMessage()
              + ". The shell is for the user that runs the server, and for root.");
    }
    return new LaunchException(
        ExitStatus.FAILED,
        "the server on "
            + data
            + " has no shell at the moment ("
            + e.getMessage()
            + "): it is starting or stopping, or its log says why.");
  }

  static LaunchException noServer(Path data) {
    return new LaunchException(ExitStatus.NO_SERVER, "no server runs on " + data);
  }
}
