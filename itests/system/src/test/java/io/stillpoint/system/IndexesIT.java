package io.stillpoint.system;

import static io.stillpoint.system.TestTable.attribute;
import static io.stillpoint.system.TestTable.column;
import static io.stillpoint.system.TestTable.hash;
import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.range;
import static io.stillpoint.system.TestTable.s;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** Secondary indexes: what is in them, and how they come and go while clients write. */
@Tag("DDB-5")
@ExtendWith(SharedServer.class)
class IndexesIT {
  private static final Projection ALL = Projection.builder().projectionType("ALL").build();
  private static final Projection KEYS = Projection.builder().projectionType("KEYS_ONLY").build();

  private final DynamoDbClient client;

  IndexesIT(DynamoDbClient client) {
    this.client = client;
  }

  private static GlobalSecondaryIndex global(
      String name, Projection projection, KeySchemaElement... keys) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys)
        .projection(projection)
        .build();
  }

  private static LocalSecondaryIndex local(
      String name, Projection projection, KeySchemaElement... keys) {
    return LocalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(keys)
        .projection(projection)
        .build();
  }

  /** A table with a global index by owner, one by owner and rank, and a local index by rank. */
  private TestTable indexed(String name) {
    Projection some =
        Projection.builder()
            .projectionType(ProjectionType.INCLUDE)
            .nonKeyAttributes("color")
            .build();
    return TestTable.create(
        client,
        CreateTableRequest.builder()
            .tableName(name)
            .attributeDefinitions(
                attribute("pk", ScalarAttributeType.S),
                attribute("sk", ScalarAttributeType.N),
                attribute("owner", ScalarAttributeType.S),
                attribute("rank", ScalarAttributeType.N))
            .keySchema(hash("pk"), range("sk"))
            .globalSecondaryIndexes(
                global("ByOwner", KEYS, hash("owner")),
                global("ByRank", some, hash("owner"), range("rank")))
            .localSecondaryIndexes(local("Ranked", ALL, hash("pk"), range("rank")))
            .build());
  }

  private static Map<String, AttributeValue> item(int sk, String owner, int rank) {
    return Map.of(
        "pk", s("p"),
        "sk", n(sk),
        "owner", s(owner),
        "rank", n(rank),
        "color", s("red"),
        "extra", s("not in ByRank"));
  }

  private QueryRequest.Builder by(TestTable table, String index, String attribute, String value) {
    return table
        .query("#a = :v", Map.of(":v", s(value)))
        .expressionAttributeNames(Map.of("#a", attribute))
        .indexName(index);
  }

  private List<Map<String, AttributeValue>> all(QueryRequest.Builder query) {
    return client.queryPaginator(query.build()).items().stream().toList();
  }

  @Test
  void indexesFollowTheirTableAndHoldWhatTheyProject() {
    TestTable table = indexed("indexes-follow");
    table.put(item(1, "ann", 30));
    table.put(item(2, "ann", 10));
    table.put(item(3, "bob", 20));
    table.put(key("p", n(4)));
    assertEquals(
        Set.of(
            Map.of("pk", s("p"), "sk", n(1), "owner", s("ann")),
            Map.of("pk", s("p"), "sk", n(2), "owner", s("ann"))),
        new HashSet<>(all(by(table, "ByOwner", "owner", "ann"))));
    assertEquals(
        List.of(
            Map.of("pk", s("p"), "sk", n(2), "owner", s("ann"), "rank", n(10), "color", s("red")),
            Map.of("pk", s("p"), "sk", n(1), "owner", s("ann"), "rank", n(30), "color", s("red"))),
        all(by(table, "ByRank", "owner", "ann")));
    assertEquals(
        List.of(item(2, "ann", 10), item(3, "bob", 20), item(1, "ann", 30)),
        all(by(table, "Ranked", "pk", "p")));
    assertEquals(
        List.of(n(1), n(3), n(2)),
        column(all(by(table, "Ranked", "pk", "p").scanIndexForward(false)), "sk"));

    // An update moves the entry, the removal of its key attribute takes it out: a sparse index.
    client.updateItem(
        u ->
            u.tableName(table.name())
                .key(key("p", n(1)))
                .updateExpression("SET #o = :b REMOVE #r")
                .expressionAttributeNames(Map.of("#o", "owner", "#r", "rank"))
                .expressionAttributeValues(Map.of(":b", s("bob"))));
    client.deleteItem(d -> d.tableName(table.name()).key(key("p", n(2))));
    assertEquals(List.of(), all(by(table, "ByOwner", "owner", "ann")));
    assertEquals(List.of(), all(by(table, "ByRank", "owner", "ann")));
    assertEquals(
        Set.of(n(1), n(3)), new HashSet<>(column(all(by(table, "ByOwner", "owner", "bob")), "sk")));
    assertEquals(List.of(n(3)), column(all(by(table, "ByRank", "owner", "bob")), "sk"));
    assertEquals(List.of(item(3, "bob", 20)), all(by(table, "Ranked", "pk", "p")));
  }

  @Test
  @Tag("DDB-3")
  void pagesOverEqualIndexKeysLoseAndRepeatNothing() {
    TestTable table = indexed("indexes-ties");
    for (int i = 0; i < 23; i++) {
      table.put(Map.of("pk", s("p" + i % 5), "sk", n(i), "owner", s("same"), "rank", n(i % 2)));
    }
    for (boolean forward : List.of(true, false)) {
      List<AttributeValue> read = new ArrayList<>();
      Map<String, AttributeValue> start = Map.of();
      int pages = 0;
      do {
        QueryRequest.Builder query =
            by(table, "ByRank", "owner", "same").scanIndexForward(forward).limit(4);
        if (!start.isEmpty()) {
          query.exclusiveStartKey(start);
        }
        QueryResponse page = client.query(query.build());
        read.addAll(column(page.items(), "sk"));
        start = page.lastEvaluatedKey();
        if (!start.isEmpty()) {
          assertEquals(Set.of("pk", "sk", "owner", "rank"), start.keySet());
        }
        pages++;
      } while (!start.isEmpty() && pages < 23);
      assertEquals(23, read.size());
      assertEquals(23, new HashSet<>(read).size());
    }
  }

  @Test
  void aGlobalIndexCannotBeReadConsistentlyALocalOneCan() {
    TestTable table = indexed("indexes-consistent");
    table.put(item(1, "ann", 1));
    DynamoDbException refused =
        assertThrows(
            DynamoDbException.class,
            () -> client.query(by(table, "ByOwner", "owner", "ann").consistentRead(true).build()));
    assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
    assertEquals(
        "Consistent reads are not supported on global secondary indexes",
        refused.awsErrorDetails().errorMessage());
    assertEquals(
        List.of(item(1, "ann", 1)), all(by(table, "Ranked", "pk", "p").consistentRead(true)));
  }

  @Test
  void anIndexThatIsAddedUnderWritesAgreesWithItsTableAndIsDropped() throws Exception {
    TestTable table = TestTable.ranged(client, "indexes-added", ScalarAttributeType.N);
    int seeded = 600;
    for (int i = 0; i < seeded; i++) {
      table.put(Map.of("pk", s("p" + i % 7), "sk", n(i), "owner", s("o" + i % 3)));
    }
    long seed = Long.getLong("stillpoint.seed", System.nanoTime());
    System.out.println("index under writes: -Dstillpoint.seed=" + seed);
    AtomicBoolean stop = new AtomicBoolean();
    CountDownLatch writing = new CountDownLatch(4);
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Random random = new Random(seed + i);
        writers.add(pool.submit(() -> write(table, random, seeded, writing, stop)));
      }
      assertTrue(writing.await(30, TimeUnit.SECONDS), "every writer wrote once");
      TableDescription answered = client.updateTable(change(table.name(), true)).tableDescription();
      assertEquals(IndexStatus.CREATING, answered.globalSecondaryIndexes().get(0).indexStatus());
      table.await(t -> t.globalSecondaryIndexes().get(0).indexStatus() == IndexStatus.ACTIVE);
      stop.set(true);
      for (Future<Integer> writer : writers) {
        assertTrue(writer.get(30, TimeUnit.SECONDS) > 0, "a writer wrote");
      }
    } finally {
      stop.set(true);
      pool.shutdownNow();
    }
    Map<AttributeValue, Set<Map<String, AttributeValue>>> expected =
        table.scan().stream()
            .filter(item -> item.containsKey("owner"))
            .collect(Collectors.groupingBy(item -> item.get("owner"), Collectors.toSet()));
    assertFalse(expected.isEmpty());
    expected.forEach(
        (owner, items) -> {
          List<Map<String, AttributeValue>> found =
              all(by(table, "Added", "owner", owner.s()).limit(50));
          assertEquals(items, new HashSet<>(found), "entries of " + owner);
          assertEquals(items.size(), found.size(), "entries of " + owner);
        });
    assertEquals(
        expected.values().stream().mapToInt(Set::size).sum(),
        client.scanPaginator(c -> c.tableName(table.name()).indexName("Added")).items().stream()
            .count());

    client.updateTable(change(table.name(), false));
    table.await(t -> !t.hasGlobalSecondaryIndexes());
    DynamoDbException gone =
        assertThrows(
            DynamoDbException.class, () -> client.query(by(table, "Added", "owner", "o1").build()));
    assertEquals("ValidationException", gone.awsErrorDetails().errorCode());
  }

  private static UpdateTableRequest change(String table, boolean create) {
    GlobalSecondaryIndexUpdate.Builder update = GlobalSecondaryIndexUpdate.builder();
    UpdateTableRequest.Builder request = UpdateTableRequest.builder().tableName(table);
    if (create) {
      request.attributeDefinitions(attribute("owner", ScalarAttributeType.S));
      update.create(
          CreateGlobalSecondaryIndexAction.builder()
              .indexName("Added")
              .keySchema(hash("owner"))
              .projection(ALL)
              .build());
    } else {
      update.delete(DeleteGlobalSecondaryIndexAction.builder().indexName("Added").build());
    }
    return request.globalSecondaryIndexUpdates(update.build()).build();
  }

  /** Puts, moves, takes out and deletes items of the seeded keys until told to stop. */
  private int write(
      TestTable table, Random random, int seeded, CountDownLatch writing, AtomicBoolean stop) {
    int written = 0;
    while (!stop.get()) {
      int i = random.nextInt(seeded);
      Map<String, AttributeValue> key = key("p" + i % 7, n(i));
      switch (random.nextInt(4)) {
        case 0 -> client.deleteItem(d -> d.tableName(table.name()).key(key));
        case 1 -> table.put(key);
        default -> {
          String owner = "o" + random.nextInt(3);
          client.updateItem(
              u ->
                  u.tableName(table.name())
                      .key(key)
                      .updateExpression("SET #o = :o")
                      .expressionAttributeNames(Map.of("#o", "owner"))
                      .expressionAttributeValues(Map.of(":o", s(owner))));
        }
      }
      if (written++ == 0) {
        writing.countDown();
      }
    }
    return written;
  }
}
