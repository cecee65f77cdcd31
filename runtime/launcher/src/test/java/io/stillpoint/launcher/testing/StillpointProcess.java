package io.stillpoint.launcher.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A run of bin/stillpoint, with what it printed. */
public final class StillpointProcess {
  private static final long BOUND_SECONDS = 60;

  private final Process process;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<String> out = new ArrayList<>();
  private final List<String> err = new ArrayList<>();
  private int openStreams = 2;

  private StillpointProcess(Process process) {
    this.process = process;
    read(process.getInputStream(), out, "out");
    read(process.getErrorStream(), err, "err");
  }

  /** Starts a program in a folder. */
  public static StillpointProcess start(
      Path folder, Map<String, String> environment, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    // Flags of the build (coverage, debugging) are not meant for what it starts.
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    return new StillpointProcess(builder.start());
  }

  private void read(InputStream stream, List<String> lines, String name) {
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader text =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = text.readLine(); line != null; line = text.readLine()) {
                  String read = line;
                  change(() -> lines.add(read));
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                change(() -> openStreams--);
              }
            },
            "stillpoint-" + name);
    reader.setDaemon(true);
    reader.start();
  }

  private void change(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a line of standard output that contains a text, and returns it. */
  public String awaitLine(String part) throws InterruptedException {
    long left = TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    lock.lock();
    try {
      while (true) {
        for (String line : out) {
          if (line.contains(part)) {
            return line;
          }
        }
        if (openStreams == 0 || left <= 0) {
          throw new AssertionError("waited for the line '" + part + "'; " + transcript());
        }
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the end and returns the exit status. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("waited for the end of the process; " + transcript());
    }
    long left = TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
    lock.lock();
    try {
      while (openStreams > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
    return process.exitValue();
  }

  /** The lines of standard output so far. */
  public List<String> out() {
    return copy(out);
  }

  /** The lines of standard error so far. */
  public List<String> err() {
    return copy(err);
  }

  private List<String> copy(List<String> lines) {
    lock.lock();
    try {
      return List.copyOf(lines);
    } finally {
      lock.unlock();
    }
  }

  /** Everything it printed, for the message of a failed assertion. */
  public String transcript() {
    return "it printed:\n"
        + String.join("\n", out())
        + "\nand on standard error:\n"
        + String.join("\n", err());
  }

  /** Sends SIGTERM. {@link Process#destroy} would also close the streams that are read here. */
  public void terminate() {
    process.toHandle().destroy();
  }

  public Process process() {
    return process;
  }

  /** Ends it with SIGKILL. */
  public void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
