package io.stillpoint.tck.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stillpoint.tck.snapshot.Promise;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing is acknowledged before it is synced, judged by the order of system calls: a killed
 * process cannot show it, since the page cache survives.
 */
@Tag("LITE-6")
@Timeout(120)
class SqliteSyncTest {
  /** Holds every sync while the file named by HOLD_SYNC is there, and then makes HELD_SYNC. */
  private static final String HOLDING_SYNC =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <fcntl.h>
      #include <stdlib.h>
      #include <unistd.h>
      static int held(const char *name, int fd) {
        while (access(getenv("HOLD_SYNC"), F_OK) == 0) {
          int made = open(getenv("HELD_SYNC"), O_CREAT | O_WRONLY, 0600);
          if (made >= 0) { close(made); }
          usleep(1000);
        }
        return ((int (*)(int)) dlsym(RTLD_NEXT, name))(fd);
      }
      int fsync(int fd) { return held("fsync", fd); }
      int fdatasync(int fd) { return held("fdatasync", fd); }
      """;

  @TempDir Path folder;

  @Test
  void aCommitIsSyncedBeforeItIsAcknowledged() throws Exception {
    Path source = folder.resolve("holding.c");
    Path library = folder.resolve("holding.so");
    Files.writeString(source, HOLDING_SYNC);
    assumeTrue(
        runs("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl"),
        "not run: needs a C compiler as cc");
    String said = commit(library);
    Promise.requireEqual(
        "LITE-6/synced-first",
        "nothing is acknowledged before it is synced",
        HeldSync.SYNCED_FIRST,
        said);
  }

  private String commit(Path library) throws Exception {
    String hold = folder.resolve("hold").toString();
    String held = folder.resolve("held").toString();
    String changed = System.getProperty("stillpoint.tck.changedClasses");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            (changed == null ? "" : changed + File.pathSeparator)
                + System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
            HeldSync.class.getName(),
            hold,
            held);
    builder.environment().put("LD_PRELOAD", library.toString());
    builder.environment().put("HOLD_SYNC", hold);
    builder.environment().put("HELD_SYNC", held);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Process child = builder.start();
    try {
      String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(child.waitFor(60, TimeUnit.SECONDS), "the process ends");
      assertEquals(0, child.exitValue(), output);
      return output.strip();
    } finally {
      child.destroyForcibly();
    }
  }

  private static boolean runs(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException | InterruptedException e) {
      return false;
    }
  }
}
