package io.stillpoint.engine.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.testing.TestBackend;
import io.stillpoint.engine.testing.Turns;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Builds and drops indexes while writers change the items, in interleavings that a seed decides
 * call by call: at the end each index is the function of the items. The same must be seen to fail
 * without the parts of the protocol that make it so. The database is SQLite. Replay one with {@code
 * -Dstillpoint.seed=N}.
 */
@Tag("properties")
@Tag("DDB-5")
class IndexBuildTest {
  private static final int RUNS = 100 * Integer.getInteger("stillpoint.rounds", 1);

  /** The first run that differs ends the search; among a hundred there may be none. */
  private static final int UNTIL_BROKEN = 3_000;

  private static final int WRITERS = 3;
  private static final int WRITES = 10;
  private static final int KEYS = 8;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final KeySchema BASE =
      new KeySchema(new KeyAttribute("id", AttributeValue.Type.S), null);
  private static final KeySchema BY_COLOUR =
      new KeySchema(new KeyAttribute("colour", AttributeValue.Type.S), null);

  private static TestBackend sqlite;

  @BeforeAll
  static void open() {
    sqlite = TestBackend.inMemory();
  }

  @AfterAll
  static void close() {
    sqlite.close();
  }

  @Test
  void isTheFunctionOfTheItemsInEveryInterleaving() {
    for (long seed : seeds(RUNS)) {
      assertEquals("", new Run(seed, UnaryOperator.identity()).difference(), "seed " + seed);
    }
  }

  @Test
  void isBrokenByABackfillThatDoesNotCheckTheItem() {
    assertBroken(
        batch ->
            new Batch(
                batch.writeId(),
                batch.tables(),
                batch.changes().stream()
                    .filter(change -> change.kind() != Change.Kind.CHECK)
                    .toList()));
  }

  @Test
  void isBrokenByABackendWithoutTheFence() {
    assertBroken(null);
  }

  private static void assertBroken(UnaryOperator<Batch> sabotage) {
    for (long seed : seeds(UNTIL_BROKEN)) {
      if (!new Run(seed, sabotage).difference().isEmpty()) {
        return;
      }
    }
    assertTrue(Long.getLong("stillpoint.seed") != null, "the test sees nothing: no run differed");
  }

  private static List<Long> seeds(int runs) {
    Long one = Long.getLong("stillpoint.seed");
    if (one != null) {
      return List.of(one);
    }
    long first = System.nanoTime() & 0xFFFFFF;
    System.out.println("IndexBuildTest: seeds from " + first);
    List<Long> seeds = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      seeds.add(first + i);
    }
    return seeds;
  }

  /** One interleaving. */
  private static final class Run {
    private final Random random;
    private final Turns turns;
    private final StorageEngine backend = sqlite.storage();
    private final StorageEngine storage;
    private final BackendDirectory backends = new BackendDirectory(true);
    private final BuildProgress progress =
        new BuildProgress(new NameRegistry(backends, () -> "local"));
    private final TableId table = TableId.random();

    /**
     * @param sabotage what becomes of each batch; null to let batches of any revision pass
     */
    Run(long seed, UnaryOperator<Batch> sabotage) {
      random = new Random(seed);
      turns = new Turns(new Random(seed));
      storage = interleaved(sabotage == null ? this::atCurrentRevision : sabotage);
      Map<String, Object> properties =
          Map.of(
              BackendProperties.INSTANCE,
              "local",
              BackendProperties.CONTRACT,
              BackendProperties.CONTRACT_VERSION,
              BackendProperties.ATOMICITY,
              random.nextBoolean() ? "INSTANCE" : "PARTITION");
      backends.addStorage(storage, properties);
      backends.addCoordination(sqlite.coordination(), properties);
    }

    private Batch atCurrentRevision(Batch batch) {
      StoredTable now = backend.describe(table, deadline()).orElseThrow();
      List<Change> possible =
          batch.changes().stream().filter(change -> now.spaces().contains(change.space())).toList();
      return new Batch(batch.writeId(), List.of(now.at()), possible);
    }

    /** The backend, each of whose calls is one turn. */
    private StorageEngine interleaved(UnaryOperator<Batch> sabotage) {
      return (StorageEngine)
          Proxy.newProxyInstance(
              StorageEngine.class.getClassLoader(),
              new Class<?>[] {StorageEngine.class},
              (proxy, method, arguments) -> {
                turns.next();
                if (method.getName().equals("commit")) {
                  arguments[0] = sabotage.apply((Batch) arguments[0]);
                }
                try {
                  return method.invoke(backend, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    /** What is wrong with the indexes after all is done; empty if nothing is. */
    String difference() {
      TableDefinition empty =
          new TableDefinition(
              table,
              "000000000000",
              "Things-" + table,
              TableStatus.ACTIVE,
              Instant.EPOCH,
              BASE,
              TableDefinition.PAY_PER_REQUEST,
              Throughput.NONE,
              "STANDARD",
              false,
              List.of(),
              Spaces.FIRST_INDEX,
              null);
      backend.create(
          new NewTable(
              table, "000000000000", empty.name(), empty.spaces(), TableDocument.encode(empty)),
          deadline());
      Random fill = new Random(random.nextLong());
      for (int i = 0; i < KEYS; i++) {
        write(fill, backend);
      }
      for (int i = 0; i < WRITERS; i++) {
        Random own = new Random(random.nextLong());
        turns.add("writer-" + i, () -> writeAll(own));
      }
      Random own = new Random(random.nextLong());
      turns.add("builder", () -> buildAndDrop(own));
      turns.run();
      String difference = compare();
      backend.delete(table, deadline());
      return difference;
    }

    private void writeAll(Random own) {
      for (int i = 0; i < WRITES; i++) {
        write(own, storage);
      }
    }

    /** One write as the engine does it; a mismatch or a stale definition gives it up. */
    private void write(Random own, StorageEngine engine) {
      StoredTable stored = engine.describe(table, deadline()).orElseThrow();
      TableDefinition definition = TableDocument.decode(stored.document());
      Map<String, AttributeValue> item = new LinkedHashMap<>();
      item.put("id", AttributeValue.s("k" + own.nextInt(KEYS)));
      if (own.nextInt(4) > 0) {
        item.put("colour", AttributeValue.s("c" + own.nextInt(3)));
      }
      item.put("n", AttributeValue.n(own.nextInt(1000)));
      EntryKey key = ItemEntry.key(BASE, item);
      Entry old;
      try {
        old =
            engine
                .read(
                    List.of(stored.at()),
                    List.of(new ReadKey(table, Spaces.ITEMS, key)),
                    true,
                    deadline())
                .get(0);
      } catch (StaleRevisionException e) {
        return;
      }
      boolean deletes = own.nextInt(4) == 0;
      WriteId writeId = WriteId.fresh();
      List<Change> changes = new ArrayList<>();
      ItemImage image = deletes ? null : ItemImage.of(item);
      changes.add(
          deletes
              ? Change.delete(table, Spaces.ITEMS, key, Expectation.unchanged(old))
              : Change.put(
                  table,
                  Spaces.ITEMS,
                  key,
                  Expectation.unchanged(old),
                  ItemEntry.value(key, image.size(), image.json())));
      IndexEntries.changes(
          definition, key, old == null ? null : attributes(old), image, writeId, changes::add);
      engine.commit(new Batch(writeId, List.of(stored.at()), changes), deadline());
    }

    private void buildAndDrop(Random own) {
      build(own, "first");
      if (own.nextBoolean()) {
        drop("first");
      }
      build(own, "second");
    }

    private void build(Random own, String name) {
      IndexDefinition index =
          change(
                  definition -> {
                    List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
                    indexes.add(
                        new IndexDefinition(
                            name,
                            IndexDefinition.Kind.GLOBAL,
                            definition.nextSpace(),
                            BY_COLOUR,
                            new Projection(Projection.Type.ALL, List.of()),
                            IndexStatus.CREATING,
                            true,
                            Throughput.NONE));
                    return definition.withIndexes(indexes, definition.nextSpace() + 1);
                  })
              .index(name)
              .orElseThrow();
      IndexBuild.Step step;
      IndexBuild build = start(own, index);
      do {
        step = build.step();
        if (own.nextInt(3) == 0) {
          // As after a restart of the server.
          build = start(own, index);
        }
      } while (step == IndexBuild.Step.MORE);
      assertEquals(IndexBuild.Step.FILLED, step);
      change(definition -> with(definition, name, IndexStatus.ACTIVE));
    }

    private IndexBuild start(Random own, IndexDefinition index) {
      return new IndexBuild(backends, progress, "local", table, index.space(), 2 + own.nextInt(4));
    }

    private void drop(String name) {
      change(definition -> with(definition, name, IndexStatus.DELETING));
      change(
          definition ->
              definition.withIndexes(
                  definition.indexes().stream()
                      .filter(index -> !index.name().equals(name))
                      .toList(),
                  definition.nextSpace()));
    }

    private static TableDefinition with(
        TableDefinition definition, String name, IndexStatus status) {
      return definition.withIndexes(
          definition.indexes().stream()
              .map(index -> index.name().equals(name) ? index.with(status, false) : index)
              .toList(),
          definition.nextSpace());
    }

    private TableDefinition change(UnaryOperator<TableDefinition> change) {
      StoredTable stored = storage.describe(table, deadline()).orElseThrow();
      TableDefinition next = change.apply(TableDocument.decode(stored.document()));
      storage.alter(
          table, stored.revision(), TableDocument.encode(next), next.spaces(), deadline());
      return next;
    }

    private String compare() {
      StoredTable stored = backend.describe(table, deadline()).orElseThrow();
      TableDefinition definition = TableDocument.decode(stored.document());
      StringBuilder difference = new StringBuilder();
      for (IndexDefinition index : definition.indexes()) {
        Map<EntryKey, Bytes> expected = new TreeMap<>();
        for (Entry item : space(stored, Spaces.ITEMS)) {
          Map<String, AttributeValue> attributes = attributes(item);
          EntryKey key = IndexEntries.key(index, item.key(), attributes);
          if (key != null) {
            expected.put(
                key,
                IndexEntries.value(
                    definition, index, item.key(), key, ItemImage.of(attributes), item.writeId()));
          }
        }
        Map<EntryKey, Bytes> actual = new TreeMap<>();
        space(stored, index.space()).forEach(entry -> actual.put(entry.key(), entry.value()));
        if (!actual.equals(expected)) {
          difference
              .append(index.name())
              .append(": expected ")
              .append(expected)
              .append(", found ")
              .append(actual)
              .append('\n');
        }
      }
      return difference.toString();
    }

    private List<Entry> space(StoredTable stored, int space) {
      return backend
          .range(
              new RangeRequest(
                  stored.at(),
                  space,
                  new KeyRange.OfSpace(null, null),
                  1000,
                  1 << 20,
                  Fetch.VALUES,
                  true),
              deadline())
          .entries();
    }

    private static Map<String, AttributeValue> attributes(Entry item) {
      return CanonicalJson.decodeItem(ItemEntry.jsonBytes(item.value()));
    }

    private static Deadline deadline() {
      return Deadline.after(PATIENCE);
    }
  }
}
