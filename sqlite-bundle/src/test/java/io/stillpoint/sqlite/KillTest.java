package io.stillpoint.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.StoredTable;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed by -9 while it commits. */
@Timeout(120)
class KillTest {
  private static final long SEED = Long.getLong("stillpoint.seed", System.nanoTime());

  @TempDir Path folder;

  @Test
  @Tag("DDB-12")
  void nothing_acknowledged_is_lost_and_every_batch_is_whole() throws Exception {
    System.out.println("KillTest -Dstillpoint.seed=" + SEED);
    Path file = folder.resolve("t.db");
    Path log = folder.resolve("classes.log");
    List<String> command = new ArrayList<>(Child.command("write", file.toString()));
    command.add(1, "-Xlog:class+load:file=" + log);
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> acknowledged = new ArrayList<>();
    try (BufferedReader lines = child.inputReader()) {
      int enough = 100 + new Random(SEED).nextInt(500);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("acknowledged ")) {
          acknowledged.add(line.substring("acknowledged ".length()));
          if (acknowledged.size() == enough) {
            anotherProcessIsRefused(file, child.pid());
            // Not Process.destroyForcibly, which closes the stream: what was said must be read.
            assertTrue(child.toHandle().destroyForcibly(), "the kill is sent");
          }
        }
      }
    } finally {
      child.destroyForcibly();
    }
    assertTrue(child.waitFor(20, TimeUnit.SECONDS), "the child ends");
    assertTrue(acknowledged.size() >= 100, acknowledged.size() + " acknowledged");

    try (Started started = Started.serving(Settings.file("t", file))) {
      StoredTable table = started.storage().tables(Started.in(10)).get(0);
      for (String name : acknowledged) {
        assertTrue(Child.isWhole(started, table, name), name + " was acknowledged and is lost");
      }
      Map<String, Integer> found = new HashMap<>();
      for (Entry entry : all(started, table)) {
        String key = entry.key().partition().utf8();
        found.merge(key.substring(0, key.indexOf('/')), 1, Integer::sum);
        assertEquals(EntryHeader.LENGTH, entry.value().length());
      }
      found.forEach((name, count) -> assertEquals(Child.TOGETHER, count, name));
    }
    driverManagerWasNotMet(log);
  }

  private static List<Entry> all(Started started, StoredTable table) {
    return started
        .storage()
        .range(
            new RangeRequest(
                table.at(),
                0,
                new KeyRange.OfSpace(null, null),
                1_000_000,
                1L << 40,
                Fetch.HEADERS,
                true),
            Started.in(20))
        .entries();
  }

  private static void anotherProcessIsRefused(Path file, long owner) {
    try (Started started = Started.begin(Settings.file("t", file))) {
      String reason = started.await(InstanceStatus.FAILED);
      assertTrue(reason.contains("is in use by process " + owner + ": stop that server"), reason);
    }
  }

  /** The driver's entrance registers itself with the JVM when its class is loaded. */
  private static void driverManagerWasNotMet(Path log) throws Exception {
    List<String> loaded = Files.readAllLines(log);
    assertTrue(loaded.stream().anyMatch(l -> l.contains(" org.sqlite.core.NativeDB ")));
    assertTrue(loaded.stream().noneMatch(l -> l.contains(" org.sqlite.JDBC ")));
  }
}
