package io.stillpoint.engine.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.ExportSummary;
import io.stillpoint.engine.admin.SnapshotSummary;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import io.stillpoint.engine.testing.TestBackend;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The engine's snapshots on SQLite: the list, exports, and how they end. */
@Tag("OPS-1")
@Timeout(60)
class OpenSnapshotsTest {
  private static final String ACCOUNT = "000000000000";
  private static final KeySchema KEY =
      new KeySchema(new KeyAttribute("n", AttributeValue.Type.N), null);
  private static final Map<String, Object> PROPERTIES =
      Map.of(
          BackendProperties.INSTANCE,
          "local",
          BackendProperties.BACKEND,
          "sqlite",
          BackendProperties.CONTRACT,
          BackendProperties.CONTRACT_VERSION);

  @TempDir Path folder;
  private final BackendDirectory backends = new BackendDirectory(true);
  private final NameRegistry registry = new NameRegistry(backends, () -> "local");
  private final SnapshotDirectory directory = new SnapshotDirectory(backends);
  private final OpenSnapshots snapshots = new OpenSnapshots(backends, registry, directory);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private TestBackend backend;

  @BeforeEach
  void openBackend() {
    backend = TestBackend.inFile(folder.resolve("t.db"));
    backends.addStorage(backend.storage(), PROPERTIES);
    backends.addCoordination(backend.coordination(), PROPERTIES);
    directory.addSnapshots(backend.snapshots(), PROPERTIES);
    directory.addCopies(backend.copies(), PROPERTIES);
  }

  @AfterEach
  void closeBackend() {
    threads.shutdownNow();
    snapshots.close();
    backends.close();
    backend.close();
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(10));
  }

  private void table(String name, int items) {
    TableDefinition definition =
        new TableDefinition(
            TableId.random(),
            ACCOUNT,
            name,
            TableStatus.ACTIVE,
            Instant.ofEpochMilli(0),
            KEY,
            TableDefinition.PAY_PER_REQUEST,
            Throughput.NONE,
            "STANDARD",
            false,
            List.of(),
            Spaces.FIRST_INDEX,
            null);
    StoredTable table =
        backend
            .storage()
            .create(
                new NewTable(
                    definition.id(),
                    ACCOUNT,
                    name,
                    definition.spaces(),
                    TableDocument.encode(definition)),
                soon());
    registry.add(new TableRegistration(ACCOUNT, name, definition.id(), "local", 0), soon());
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      Map<String, AttributeValue> item = Map.of("n", AttributeValue.n((i * 7919L) % items));
      Bytes json = CanonicalJson.encode(item);
      EntryKey key = ItemEntry.key(KEY, item);
      entries.add(
          new Entry(key, WriteId.fresh(), ItemEntry.value(key, (int) ItemSize.of(item), json)));
    }
    backend.storage().load(table.at(), Spaces.ITEMS, entries, soon());
  }

  private List<String> files() throws Exception {
    try (var files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.startsWith("t.db"))
          .sorted()
          .toList();
    }
  }

  @Test
  void an_export_has_every_item_in_key_order() throws Exception {
    table("Numbers", 3000);
    Path file = folder.resolve("numbers.jsonl");
    ExportSummary done = snapshots.export(ACCOUNT, "Numbers", file, 0, sofar -> true);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      expected.add(String.format(Locale.ROOT, "{\"Item\":{\"n\":{\"N\":\"%d\"}}}", i));
    }
    assertEquals(expected, Files.readAllLines(file));
    assertEquals(3000, done.items());
    assertEquals(Files.size(file), done.bytes());
    assertTrue(done.keyOrdered());
    assertEquals(List.of(), snapshots.list());
    assertEquals(1, snapshots.capacities().get(0).freePermits());
    assertEquals(List.of("numbers.jsonl"), files());
  }

  @Test
  void an_open_snapshot_is_listed_and_can_be_ended() throws Exception {
    table("Numbers", 3000);
    Future<ExportSummary> export = pacedExport();
    SnapshotSummary shown = awaitListed();
    assertEquals("Numbers", shown.table());
    assertEquals("local", shown.instance());
    assertTrue(shown.holder().startsWith("export to "), shown.holder());
    assertEquals(0, snapshots.capacities().get(0).freePermits());
    assertTrue(snapshots.capacities().get(0).numbers().containsKey("log_bytes"));
    AdminException full =
        assertThrows(
            AdminException.class,
            () -> snapshots.export(ACCOUNT, "Numbers", folder.resolve("b"), 0, sofar -> true));
    assertTrue(full.getMessage().contains("the only slot is taken: 1 snapshot"), full.getMessage());
    snapshots.close(shown.id());
    assertEquals(
        "Table Numbers was not exported: snapshot:close ended it", refusal(export).getMessage());
    assertEquals(List.of(), files());
    assertEquals(List.of(), snapshots.list());
    assertThrows(AdminException.class, () -> snapshots.close(shown.id()));
  }

  private Future<ExportSummary> pacedExport() {
    return threads.submit(
        () -> snapshots.export(ACCOUNT, "Numbers", folder.resolve("a"), 100, sofar -> true));
  }

  private SnapshotSummary awaitListed() {
    Deadline deadline = soon();
    while (snapshots.list().isEmpty() || snapshots.list().get(0).items() == 0) {
      assertFalse(deadline.hasPassed(), "waited 10 s in vain for the export's snapshot");
      Thread.onSpinWait();
    }
    return snapshots.list().get(0);
  }

  private static AdminException refusal(Future<?> export) throws Exception {
    ExecutionException failed =
        assertThrows(ExecutionException.class, () -> export.get(10, TimeUnit.SECONDS));
    return (AdminException) failed.getCause();
  }

  @Test
  @Tag("SNAP-2")
  void a_snapshot_ends_when_its_service_goes() throws Exception {
    table("Numbers", 3000);
    Future<ExportSummary> export = pacedExport();
    awaitListed();
    directory.removeSnapshots(backend.snapshots());
    assertEquals(
        "Table Numbers was not exported: its backend instance left service",
        refusal(export).getMessage());
    assertEquals(List.of(), files());
    AdminException none =
        assertThrows(
            AdminException.class,
            () -> snapshots.export(ACCOUNT, "Numbers", folder.resolve("b"), 0, sofar -> true));
    assertTrue(none.getMessage().contains("(sqlite) has no snapshots"), none.getMessage());
    assertEquals(1, backend.storage().limits().freePermits());
  }

  @Test
  void an_export_can_be_cancelled_and_paced() throws Exception {
    table("Numbers", 3000);
    List<ExportSummary> seen = new ArrayList<>();
    AdminException cancelled =
        assertThrows(
            AdminException.class,
            () ->
                snapshots.export(
                    ACCOUNT,
                    "Numbers",
                    folder.resolve("a"),
                    500,
                    sofar -> {
                      seen.add(sofar);
                      return false;
                    }));
    assertTrue(cancelled.getMessage().contains("cancelled"), cancelled.getMessage());
    assertEquals(1, seen.size());
    double rate = seen.get(0).rate();
    assertTrue(rate > 200 && rate < 520, "500 items a second were asked for, seen: " + rate);
    assertEquals(List.of(), files());
    assertEquals(1, backend.storage().limits().freePermits());
  }

  @Test
  void what_cannot_be_done_is_one_sentence_and_leaves_nothing() throws Exception {
    table("Numbers", 10);
    Path there = Files.createFile(folder.resolve("there"));
    Map<Path, String> refusals =
        Map.of(
            there,
            "exists",
            Path.of("relative"),
            "absolute",
            folder.resolve("no/where"),
            "no folder");
    refusals.forEach(
        (file, says) -> {
          AdminException refused =
              assertThrows(
                  AdminException.class,
                  () -> snapshots.export(ACCOUNT, "Numbers", file, 0, sofar -> true));
          assertTrue(refused.getMessage().contains(says), refused.getMessage());
        });
    AdminException missing =
        assertThrows(
            AdminException.class,
            () -> snapshots.export(ACCOUNT, "Numberz", folder.resolve("a"), 0, sofar -> true));
    assertTrue(missing.getMessage().startsWith("There is no table Numberz"), missing.getMessage());
    assertEquals(List.of("there"), files());
  }

  @Test
  @Tag("LITE-5")
  void a_database_is_copied_by_its_instances_name() throws Exception {
    table("Numbers", 10);
    Path copy = folder.resolve("copy.db");
    long bytes = snapshots.copy("local", copy, sofar -> {});
    assertEquals(Files.size(copy), bytes);
    assertTrue(bytes > 0);
    directory.removeCopies(backend.copies());
    AdminException none =
        assertThrows(
            AdminException.class,
            () -> snapshots.copy("local", folder.resolve("b.db"), sofar -> {}));
    assertTrue(none.getMessage().contains("no file to copy"), none.getMessage());
    assertThrows(
        AdminException.class, () -> snapshots.copy("other", folder.resolve("b.db"), sofar -> {}));
  }
}
