package io.stillpoint.launcher.shell;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import io.stillpoint.launcher.data.FolderLock;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * {@code stop}: sends SIGTERM to the process that holds the data folder's lock, and waits for its
 * end. It needs no shell, so it also stops a server that is still starting.
 */
public final class StopCommand {
  /** Longer than the bound that a server sets itself. */
  private static final Duration BOUND = Duration.ofSeconds(30);

  private StopCommand() {}

  /**
   * Stops the server of a data folder.
   *
   * @return 0
   * @throws LaunchException if there is none, or it does not end
   */
  public static int run(Path data, PrintStream out) throws LaunchException {
    FolderLock.Holder holder;
    try {
      holder =
          FolderLock.holder(data.resolve("run")).orElseThrow(() -> ServerConnection.noServer(data));
    } catch (IOException e) {
      throw failed("cannot look into " + data + ": " + e.getMessage());
    }
    ProcessHandle process =
        holder
            .process()
            .orElseThrow(
                () ->
                    failed(
                        "the server on "
                            + data
                            + " is process "
                            + holder.pid()
                            + ", which cannot be seen from here (another container?). Run"
                            + " 'server:stop' in its shell, or stop it where it was started."));
    if (!process.destroy()) {
      throw failed("no permission to stop process " + holder.pid());
    }
    try {
      process.onExit().get(BOUND.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw failed(
          "process "
              + holder.pid()
              + " was told to stop and still runs after "
              + BOUND.toSeconds()
              + " s");
    } catch (InterruptedException | ExecutionException e) {
      throw failed("interrupted while process " + holder.pid() + " was stopping");
    }
    out.println("Stopped the server on " + data + ".");
    return ExitStatus.OK.code();
  }

  private static LaunchException failed(String message) {
    return new LaunchException(ExitStatus.FAILED, message);
  }
}
