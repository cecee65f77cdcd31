package io.stillpoint.launcher;

import io.stillpoint.launcher.data.DataFolder;
import io.stillpoint.launcher.data.DefaultFiles;
import io.stillpoint.launcher.framework.Distribution;
import io.stillpoint.launcher.framework.NotReadyException;
import io.stillpoint.launcher.framework.Readiness;
import io.stillpoint.launcher.framework.ServerFramework;
import io.stillpoint.launcher.log.ServerLog;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The life of a server in the foreground, from its command line to its exit status. */
final class Server {
  private static final Duration START_BOUND = Duration.ofSeconds(30);
  private static final Duration STOP_BOUND = Duration.ofSeconds(20);

  private final CommandLine line;
  private final String program;

  Server(CommandLine line, String program) {
    this.line = line;
    this.program = program;
  }

  /**
   * Runs until the server is stopped.
   *
   * @return the exit status, when the framework was stopped from inside (server:stop). A signal
   *     ends the process without returning.
   * @throws LaunchException if it does not get as far as serving
   */
  int run() throws LaunchException {
    Distribution distribution = Distribution.find();
    DataFolder folder =
        line.inMemory() ? DataFolder.temporary() : DataFolder.open(line.dataFolder());
    ServerLog log = ServerLog.start(folder.log(), System.err);
    StopOnSignal onSignal = null;
    try {
      ServerFramework framework = ServerFramework.create(distribution, folder, settings(folder));
      onSignal = StopOnSignal.install(() -> end(framework, folder, log));
      try {
        framework.start();
        String home = DefaultFiles.home(folder.etc());
        String address = Readiness.await(framework.context(), home, START_BOUND);
        System.out.println(Banner.text(address, folder, log.file(), line, program));
        log.openTerminal();
        framework.awaitStop();
      } catch (LaunchException e) {
        framework.stop(STOP_BOUND);
        throw e;
      }
      return ExitStatus.OK.code();
    } catch (LaunchException e) {
      throw explained(e, folder, log);
    } catch (IOException e) {
      throw new LaunchException(ExitStatus.STORAGE, "cannot read " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LaunchException(ExitStatus.FAILED, "interrupted");
    } finally {
      if (onSignal != null) {
        onSignal.remove();
      }
      log.stop();
      folder.close();
    }
  }

  /** Adds where to read on, and what may be the cause where the sentence does not know it. */
  private static LaunchException explained(LaunchException e, DataFolder folder, ServerLog log) {
    StringBuilder sentence = new StringBuilder(e.getMessage());
    if (sentence.charAt(sentence.length() - 1) != '.') {
      sentence.append('.');
    }
    if (e instanceof NotReadyException) {
      log.firstError().ifPresent(error -> sentence.append(" The first error was: ").append(error));
    }
    if (!folder.isTemporary()) {
      sentence.append(" Log: ").append(log.file());
    }
    return new LaunchException(e.status(), sentence.toString());
  }

  private Map<String, String> settings(DataFolder folder) {
    // Unpacked native libraries: the temporary folder may be mounted noexec, and files there would
    // outlive a process that is killed. A property of the process, since sqlite-jdbc reads it so.
    System.setProperty("org.sqlite.tmpdir", folder.cache().toString());
    Map<String, String> settings = new HashMap<>();
    line.port().ifPresent(port -> settings.put("stillpoint.http.port", Integer.toString(port)));
    line.host().ifPresent(host -> settings.put("stillpoint.http.host", host));
    return settings;
  }

  /** On SIGTERM, SIGINT or SIGHUP. Returns the status with which the process shall end. */
  private static int end(ServerFramework framework, DataFolder folder, ServerLog log) {
    System.out.println("Stopping: new requests are refused, those in flight are finished.");
    boolean stopped = framework.stop(STOP_BOUND);
    if (stopped) {
      System.out.println("Stopped.");
    } else {
      System.err.println(
          "stillpoint: not everything stopped within "
              + STOP_BOUND.toSeconds()
              + " s; ended anyway. Log: "
              + log.file());
    }
    System.out.flush();
    log.stop();
    folder.close();
    return stopped ? ExitStatus.OK.code() : ExitStatus.FAILED.code();
  }
}
