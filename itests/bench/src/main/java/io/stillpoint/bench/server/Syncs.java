package io.stillpoint.bench.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Counts how often a server tells the kernel to put its writes on the disk. */
public final class Syncs {
  private static final long ATTACH_BOUND_SECONDS = 20;

  /** Writes that happen while the system calls are counted. */
  @FunctionalInterface
  public interface Writes {
    /** Does one, and returns when it is answered. */
    void put(int number) throws IOException, InterruptedException;
  }

  private Syncs() {}

  /** A sentence: how many times the server synced during so many writes, one after the other. */
  public static String during(ServerProcess server, int puts, Writes writes)
      throws IOException, InterruptedException {
    Path trace = Files.createTempFile("stillpoint-bench-", ".strace");
    Process strace;
    try {
      strace =
          new ProcessBuilder(
                  "strace",
                  "-f",
                  "-qq",
                  "-e",
                  "trace=fsync,fdatasync,sync_file_range,msync",
                  "-o",
                  trace.toString(),
                  "-p",
                  Long.toString(server.pid()))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      Files.delete(trace);
      return "not counted whether it syncs (install the Debian package strace)";
    }
    try {
      if (!awaitAttached(server.pid(), strace)) {
        return "not counted whether it syncs (strace may not trace it here)";
      }
      for (int i = 0; i < puts; i++) {
        writes.put(i);
      }
    } finally {
      // SIGTERM lets strace go of the server.
      strace.toHandle().destroy();
      strace.waitFor();
    }
    long syncs;
    try (Stream<String> lines = Files.lines(trace)) {
      syncs = lines.filter(line -> line.contains("sync(") && !line.contains("resumed")).count();
    } finally {
      Files.delete(trace);
    }
    return syncs
        + " syncs in "
        + puts
        + " puts one by one (strace): "
        + (syncs >= puts ? "syncs before it answers" : "does NOT sync before it answers");
  }

  private static boolean awaitAttached(long pid, Process strace)
      throws IOException, InterruptedException {
    long bound = System.nanoTime() + TimeUnit.SECONDS.toNanos(ATTACH_BOUND_SECONDS);
    while (strace.isAlive() && System.nanoTime() < bound) {
      if (isTraced(pid)) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return false;
  }

  /** Whether every thread of it is. */
  private static boolean isTraced(long pid) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
      for (Path thread : threads.toList()) {
        if (Files.readString(thread.resolve("status")).contains("TracerPid:\t0\n")) {
          return false;
        }
      }
    }
    return true;
  }
}
