package io.stillpoint.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.index.IndexEntries;
import io.stillpoint.engine.index.ItemImage;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.testing.TestBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UpdateTable's indexes from CREATING to gone, on a SQLite file, across a restart. */
@Tag("DDB-5")
class IndexLifecycleTest {
  private static final int ITEMS = 500;

  @TempDir Path folder;
  private TestBackend backend;

  @BeforeEach
  void open() {
    backend = TestBackend.inFile(folder.resolve("local.db"));
  }

  @AfterEach
  void closeBackend() {
    backend.close();
  }

  /** The backend, whose scans of the items wait for a latch. */
  private StorageEngine holdingScans(CountDownLatch reached, CountDownLatch go) {
    StorageEngine real = backend.storage();
    return (StorageEngine)
        Proxy.newProxyInstance(
            StorageEngine.class.getClassLoader(),
            new Class<?>[] {StorageEngine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("range")) {
                reached.countDown();
                hold(go);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void hold(CountDownLatch go) {
    try {
      if (!go.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("waited 20 s in vain for the test to let scans go");
      }
    } catch (InterruptedException e) {
      throw new TransientException("the engine stopped", e);
    }
  }

  @Test
  void answersBeforeTheBackfillAndCompletesAfterARestart() throws InterruptedException {
    CountDownLatch scanning = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    try (TestEngine engine =
        TestEngine.on(holdingScans(scanning, go), backend.coordination(), step -> {})) {
      engine.create(table());
      engine.awaitStatus("Things", "ACTIVE");
      for (int i = 0; i < ITEMS; i++) {
        put(engine, i, i % 7);
      }
      Json.Obj updated = (Json.Obj) engine.update(createIndex("byColour")).get("TableDescription");
      assertEquals("UPDATING", TestEngine.text(updated, "TableStatus"));
      assertEquals("CREATING", TestEngine.text(index(updated, "byColour"), "IndexStatus"));
      assertTrue(scanning.await(20, TimeUnit.SECONDS), "waited for the backfill to begin");

      Json.Obj table = engine.describe("Things");
      assertEquals("ACTIVE", TestEngine.text(table, "TableStatus"));
      assertEquals("CREATING", TestEngine.text(index(table, "byColour"), "IndexStatus"));
      assertEquals(Json.Bool.TRUE, index(table, "byColour").get("Backfilling"));
      ServiceException second =
          assertThrows(ServiceException.class, () -> engine.update(createIndex("another")));
      assertEquals(ErrorType.LIMIT_EXCEEDED, second.type());
      // Writers go on meanwhile, and maintain it.
      put(engine, 1, 100);
      put(engine, ITEMS, 100);
    } finally {
      // The engine is gone; its scan comes to nothing.
      go.countDown();
    }
    backend.close();
    backend = TestBackend.inFile(folder.resolve("local.db"));
    try (TestEngine engine = TestEngine.on(backend)) {
      TestEngine.await(
          "the index is ACTIVE",
          () ->
              "ACTIVE"
                  .equals(
                      TestEngine.text(
                          index(engine.describe("Things"), "byColour"), "IndexStatus")));
      assertNull(index(engine.describe("Things"), "byColour").get("Backfilling"));
      assertEquals(ITEMS + 1, space(engine, Spaces.FIRST_INDEX).size());
      TreeSet<EntryKey> items = new TreeSet<>();
      space(engine, Spaces.ITEMS).forEach(item -> items.add(item.key()));
      TreeSet<EntryKey> indexed = new TreeSet<>();
      space(engine, Spaces.FIRST_INDEX)
          .forEach(entry -> indexed.add(IndexEntry.read(entry.value()).baseKey()));
      assertEquals(items, indexed);

      dropAndRecreate(engine);
    }
  }

  private static void dropAndRecreate(TestEngine engine) {
    ServiceException twice =
        assertThrows(ServiceException.class, () -> engine.update(createIndex("byColour")));
    assertEquals("Attempting to create an index which already exists", twice.getMessage());
    ServiceException missing =
        assertThrows(ServiceException.class, () -> engine.update(deleteIndex("missing")));
    assertEquals(ErrorType.RESOURCE_NOT_FOUND, missing.type());

    Json.Obj dropping = (Json.Obj) engine.update(deleteIndex("byColour")).get("TableDescription");
    assertEquals("DELETING", TestEngine.text(index(dropping, "byColour"), "IndexStatus"));
    TestEngine.await(
        "the index is gone", () -> engine.describe("Things").get("GlobalSecondaryIndexes") == null);
    OpenTable table = open(engine);
    assertEquals(Spaces.FIXED, table.definition().spaces());

    engine.awaitStatus("Things", "ACTIVE");
    engine.update(createIndex("byColour"));
    TestEngine.await(
        "the index is ACTIVE again",
        () ->
            "ACTIVE"
                .equals(
                    TestEngine.text(index(engine.describe("Things"), "byColour"), "IndexStatus")));
    int space = open(engine).definition().index("byColour").orElseThrow().space();
    assertNotEquals(Spaces.FIRST_INDEX, space, "a space's number is never used again");
    assertEquals(ITEMS + 1, space(engine, space).size());
    Json.Obj described = index(engine.describe("Things"), "byColour");
    assertNotEquals(null, described.get("ItemCount"));
  }

  private static OpenTable open(TestEngine engine) {
    OpenTable table = engine.tables.open(TestEngine.ACCOUNT, "Things", TestEngine.deadline());
    return engine.tables.reopen(table, TestEngine.deadline());
  }

  private static List<Entry> space(TestEngine engine, int space) {
    OpenTable table = open(engine);
    List<Entry> entries = new ArrayList<>();
    try (var lease = engine.backends.lease("local")) {
      EntryKey from = null;
      boolean more = true;
      while (more) {
        var page =
            lease
                .service()
                .range(
                    new RangeRequest(
                        table.at(),
                        space,
                        new KeyRange.OfSpace(from, null),
                        100,
                        1 << 20,
                        Fetch.VALUES,
                        true),
                    TestEngine.deadline());
        entries.addAll(page.entries());
        more = page.more();
        from = entries.isEmpty() ? null : entries.get(entries.size() - 1).key().next();
      }
    }
    entries.forEach(entry -> EntryHeader.read(entry.value()));
    return entries;
  }

  /** Puts an item as the engine does. */
  private static void put(TestEngine engine, int id, int colour) {
    Map<String, AttributeValue> item =
        Map.of("id", AttributeValue.s("id-" + id), "colour", AttributeValue.s("c" + colour));
    ItemImage image = ItemImage.of(item);
    OpenTable table = open(engine);
    EntryKey key = ItemEntry.key(table.definition().key(), item);
    try (var lease = engine.backends.lease("local")) {
      Entry old =
          lease
              .service()
              .read(
                  List.of(table.at()),
                  List.of(new ReadKey(table.id(), Spaces.ITEMS, key)),
                  true,
                  TestEngine.deadline())
              .get(0);
      WriteId writeId = WriteId.fresh();
      List<Change> changes = new ArrayList<>();
      changes.add(
          Change.put(
              table.id(),
              Spaces.ITEMS,
              key,
              Expectation.unchanged(old),
              ItemEntry.value(key, image.size(), image.json())));
      IndexEntries.changes(
          table.definition(),
          key,
          old == null ? null : CanonicalJson.decodeItem(ItemEntry.jsonBytes(old.value())),
          image,
          writeId,
          changes::add);
      CommitOutcome outcome =
          lease
              .service()
              .commit(new Batch(writeId, List.of(table.at()), changes), TestEngine.deadline());
      assertEquals(CommitOutcome.Applied.WITHOUT_OLD, outcome);
    }
  }

  private static Json.Obj index(Json.Obj table, String name) {
    if (table.get("GlobalSecondaryIndexes") instanceof Json.Arr indexes) {
      for (Json index : indexes.elements()) {
        if (name.equals(TestEngine.text((Json.Obj) index, "IndexName"))) {
          return (Json.Obj) index;
        }
      }
    }
    throw new AssertionError("no index " + name + " in " + table);
  }

  private static String table() {
    return json(
        "{'TableName':'Things','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':"
            + "[{'AttributeName':'id','AttributeType':'S'}],"
            + "'KeySchema':[{'AttributeName':'id','KeyType':'HASH'}]}");
  }

  private static String createIndex(String name) {
    return json(
        "{'TableName':'Things','AttributeDefinitions':[{'AttributeName':'colour',"
            + "'AttributeType':'S'}],'GlobalSecondaryIndexUpdates':[{'Create':{'IndexName':'"
            + name
            + "','KeySchema':[{'AttributeName':'colour','KeyType':'HASH'}],"
            + "'Projection':{'ProjectionType':'ALL'}}}]}");
  }

  private static String deleteIndex(String name) {
    return json(
        "{'TableName':'Things','GlobalSecondaryIndexUpdates':[{'Delete':{'IndexName':'"
            + name
            + "'}}]}");
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
