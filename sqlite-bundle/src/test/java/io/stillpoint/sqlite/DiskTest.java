package io.stillpoint.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full, and one that cannot sync (OPS-9). */
@Tag("OPS-9")
@Timeout(120)
class DiskTest {
  /** Fails fsync and fdatasync while a file is there; the system tests preload it too. */
  private static final Path FAILING_SYNC = Path.of("src", "test", "c", "failing-sync.c");

  @TempDir Path folder;

  @Test
  void a_full_disk_refuses_and_serving_resumes_when_there_is_room() throws Exception {
    assumeTrue(runs("unshare", "-m", "true"), "not run: needs unshare -m, so root");
    List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c"));
    command.add("mount -t tmpfs -o size=8m none '" + folder + "' && exec \"$@\"");
    command.add("sh");
    command.addAll(
        Child.command(
            "fill", folder.resolve("t.db").toString(), folder.resolve("ballast").toString()));
    List<String> said = run(new ProcessBuilder(command));
    assertEquals("refused Transient", said.get(0), said::toString);
    assertTrue(said.get(1).contains("is full: free space there"), said::toString);
    assertEquals(
        List.of("later Transient", "lost 0", "appeared 0", "again Applied"),
        said.subList(2, said.size()));
  }

  @Test
  void a_failed_sync_is_never_acknowledged_and_closes_the_instance() throws Exception {
    Path library = folder.resolve("failing.so");
    assumeTrue(
        runs("cc", "-shared", "-fPIC", "-o", library.toString(), FAILING_SYNC.toString(), "-ldl"),
        "not run: needs a C compiler as cc");
    Path switchFile = folder.resolve("fail");
    ProcessBuilder builder =
        new ProcessBuilder(
            Child.command("sync", folder.resolve("t.db").toString(), switchFile.toString()));
    builder.environment().put("LD_PRELOAD", library.toString());
    builder.environment().put("FAIL_SYNC", switchFile.toString());
    List<String> said = run(builder);
    assertEquals("before Applied", said.get(0), said::toString);
    assertEquals("failed Unknown", said.get(1), said::toString);
    assertTrue(said.get(2).startsWith("reason The disk of "), said::toString);
    assertEquals(
        List.of("closed Transient", "before true", "half false", "closed true", "again Applied"),
        said.subList(3, said.size()));
  }

  private static boolean runs(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (java.io.IOException | InterruptedException e) {
      return false;
    }
  }

  private static List<String> run(ProcessBuilder builder) throws Exception {
    Process child = builder.redirectErrorStream(true).start();
    try {
      String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(child.waitFor(20, TimeUnit.SECONDS), "the child ends");
      assertEquals(0, child.exitValue(), output);
      return output.lines().toList();
    } finally {
      child.destroyForcibly();
    }
  }
}
