package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stillpoint.tck.history.load.SdkTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The whole server on a disk that is full, that cannot be written, and that does not sync: what
 * fails is answered by 500 or 503 and never acknowledged, what was acknowledged stays, and the
 * server says what to do (OPS-9).
 */
@Tag("OPS-9")
class DiskIT {
  private static final Duration CREATED = Duration.ofSeconds(20);
  private static final String TABLE = "load";

  @Test
  void aFullDiskIsNotAcknowledgedAndServingResumesWhenThereIsRoom(@TempDir Path data)
      throws Exception {
    assumeMounts();
    try (ServerProcess server = ServerProcess.start(data)) {
      server.stop();
    }
    Path files = data.resolve("data");
    String mount = "mount -t tmpfs -o size=16m,mode=0700 none '" + files + "' && exec \"$@\"";
    try (ServerProcess server =
            ServerProcess.start(data, List.of("unshare", "-m", "sh", "-c", mount, "sh"), Map.of());
        DynamoDbClient sdk = Loads.connect(server)) {
      // The server's view of the small disk, which only its own mounts have.
      Path disk = Path.of("/proc/" + server.pid() + "/root" + files);
      Path ballast = disk.resolve("ballast");
      Files.write(ballast, new byte[4 << 20]);
      SdkTable.create(sdk, TABLE, CREATED);
      Puts puts = new Puts(sdk, TABLE);
      puts.untilRefused(100_000);
      assertRefused(puts);
      Loads.await(
          "the server says what to free",
          () -> server.output().contains("is full: free space there"));
      Files.delete(ballast);
      Loads.await("a put succeeds again", () -> puts.one());
      puts.assertKept(sdk);
    }
  }

  @Test
  void aFolderOnAReadOnlyDiskIsRefusedAndKeepsWhatItHas(@TempDir Path data) throws Exception {
    assumeMounts();
    try (ServerProcess server = ServerProcess.start(data);
        DynamoDbClient sdk = Loads.connect(server)) {
      SdkTable.create(sdk, TABLE, CREATED);
      Puts puts = new Puts(sdk, TABLE);
      puts.times(20);
      // A disk cannot be made read-only under files that are open for writing: it is when it
      // starts.
      server.kill();
      String remount =
          "mount --bind '%1$s' '%1$s' && mount -o remount,bind,ro '%1$s' && exec \"$@\""
              .formatted(data);
      AssertionError refused =
          org.junit.jupiter.api.Assertions.assertThrows(
              AssertionError.class,
              () ->
                  ServerProcess.start(
                      data, List.of("unshare", "-m", "sh", "-c", remount, "sh"), Map.of()));
      assertTrue(refused.getMessage().contains(data.toString()), refused::getMessage);
      assertTrue(refused.getMessage().contains("ended with status"), refused::getMessage);
      assertFalse(refused.getMessage().contains("\tat "), refused::getMessage);
      server.start();
      try (DynamoDbClient next = Loads.connect(server)) {
        puts.assertKept(next);
      }
    }
  }

  @Test
  void aFailedSyncIsNotAcknowledged(@TempDir Path data, @TempDir Path scratch) throws Exception {
    Path source =
        Path.of(System.getProperty("stillpoint.root"), "sqlite-bundle/src/test/c/failing-sync.c");
    Path library = scratch.resolve("failing-sync.so");
    assumeTrue(
        runs("cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl"),
        "not run: needs a C compiler as cc");
    Path fail = scratch.resolve("fail");
    Map<String, String> environment =
        Map.of("LD_PRELOAD", library.toString(), "FAIL_SYNC", fail.toString());
    try (ServerProcess server = ServerProcess.start(data, List.of(), environment);
        DynamoDbClient sdk = Loads.connect(server)) {
      SdkTable.create(sdk, TABLE, CREATED);
      Puts puts = new Puts(sdk, TABLE);
      puts.times(20);
      Files.createFile(fail);
      puts.untilRefused(1);
      assertRefused(puts);
      assertFalse(puts.one(), "a server whose disk does not sync acknowledges nothing");
      Loads.await("the server says what failed", () -> server.output().contains("The disk of "));
      Files.delete(fail);
      Loads.await("a put succeeds again", () -> puts.one());
      puts.assertKept(sdk);
      server.kill();
      server.start();
      try (DynamoDbClient next = Loads.connect(server)) {
        puts.assertKept(next);
      }
    }
  }

  private static void assertRefused(Puts puts) {
    assertFalse(puts.refused().isEmpty(), "nothing was refused");
    for (int status : puts.refused()) {
      assertTrue(status == 500 || status == 503, () -> "answers " + puts.refused());
    }
  }

  private static void assumeMounts() {
    assumeTrue(
        runs("unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"),
        "not run: needs unshare -m and mount, so root");
  }

  private static boolean runs(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getInputStream().transferTo(OutputStream.nullOutputStream());
      return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while running " + List.of(command), e);
    }
  }
}
