package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.History;
import io.stillpoint.tck.history.check.Dump;
import io.stillpoint.tck.history.check.HistoryChecker;
import io.stillpoint.tck.history.check.IndexChecker;
import io.stillpoint.tck.history.check.TableModel;
import io.stillpoint.tck.history.check.TableModel.IndexModel;
import io.stillpoint.tck.history.load.SdkTable;
import io.stillpoint.tck.history.load.Shape;
import io.stillpoint.tck.history.load.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.DeleteGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * kill -9 while tables are created and deleted and while an index is filled: after the next start
 * what was begun is done, or was never begun. {@code -Dstillpoint.kills=N} kills more often.
 */
@Tag("kills")
class KillTablesIT {
  private static final Duration CREATED = Duration.ofSeconds(20);

  /** So many that filling an index takes many times as long as the longest wait for the kill. */
  private static final int BUILT = 10_000;

  /** So many that the server deletes them in pieces. */
  private static final int DELETED = 4_000;

  private final long seed = Loads.seed("KillTablesIT");
  private final Random random = new Random(seed);

  @Test
  @Tag("DDB-5")
  @Tag("DDB-12")
  void anIndexBuildGoesOnAndItsIndexAgreesWithTheTable(@TempDir Path data) throws Exception {
    try (ServerProcess server = ServerProcess.start(data);
        DynamoDbClient sdk = Loads.connect(server)) {
      TableModel table = SdkTable.create(sdk, "load", CREATED);
      History history = new History("kill");
      Loads.fill(sdk, table, history, BUILT);
      try (Workload load = Loads.start(sdk, table, history, seed)) {
        Loads.awaitStarted(load, 300);
        for (int i = 0; i < Loads.KILLS; i++) {
          String index = "late" + i;
          add(server, table, index);
          Loads.awaitStarted(load, load.started() + random.nextInt(100));
          server.kill();
          assertEquals(
              Set.of("load/" + index),
              DatabaseFile.of(data).building(),
              "the build was under way at the kill");
          server.start();
          awaitTable(server, "load", t -> status(t, index) == IndexStatus.ACTIVE);
          load.pause(Loads.BOUND);
          Dump dump = Loads.dump(server, with(table, index));
          assertTrue(dump.indexes().get(index).size() >= BUILT, "every filled item has an entry");
          assertEquals(List.of(), IndexChecker.check(dump));
          load.resume();
          drop(server, table, index);
        }
        load.stop();
        load.await(Loads.BOUND);
      }
      Dump dump = Loads.dump(server, table);
      new HistoryChecker().check(history.entries(), List.of(dump)).assertAccepted();
    }
  }

  @Test
  @Tag("RT-11")
  void aDeletionGoesOnUntilNothingIsLeft(@TempDir Path data) throws Exception {
    int halfway = 0;
    try (ServerProcess server = ServerProcess.start(data)) {
      for (int i = 0; i < Loads.KILLS; i++) {
        boolean answered;
        try (DynamoDbClient sdk = Loads.connect(server)) {
          TableModel table = SdkTable.create(sdk, "gone", CREATED);
          assertEquals(List.of(), SdkTable.dump(sdk, table).items(), "a new table is empty");
          Loads.fill(sdk, table, new History("fill"), DELETED);
          CompletableFuture<Boolean> deletion = CompletableFuture.supplyAsync(() -> delete(sdk));
          if (i % 3 < 2) {
            assertTrue(deletion.get(Loads.BOUND.toSeconds(), TimeUnit.SECONDS));
          }
          requests(sdk, i == 0 ? 0 : random.nextInt(8));
          server.kill();
          answered = deletion.get(Loads.BOUND.toSeconds(), TimeUnit.SECONDS);
        }
        DatabaseFile killed = DatabaseFile.of(data);
        halfway += killed.reclaiming().isEmpty() ? 0 : 1;
        server.start();
        try (DynamoDbClient sdk = Loads.connect(server)) {
          if (!answered) {
            delete(sdk);
          }
          Loads.await("DescribeTable does not find the deleted table", () -> isGone(sdk, "gone"));
          assertEquals(List.of(), sdk.listTables().tableNames());
          Loads.await("the file holds nothing of it", () -> DatabaseFile.of(data).isSettled());
          assertEquals(Set.of(), DatabaseFile.of(data).catalog());
          DatabaseFile.of(data).assertSettled();
        }
      }
    }
    System.out.println(halfway + " of " + Loads.KILLS + " kills met a deletion halfway");
    assertTrue(halfway > 0, "no kill met a deletion halfway");
  }

  @Test
  @Tag("RT-11")
  void everyTableIsListedAndThereOrNeither(@TempDir Path data) throws Exception {
    int underWay = 0;
    try (ServerProcess server = ServerProcess.start(data)) {
      for (int i = 0; i < Loads.KILLS; i++) {
        TableChurn churn;
        try (DynamoDbClient sdk = Loads.connect(server)) {
          churn = TableChurn.start(sdk, "round" + i, seed + i);
          churn.awaitCreated(1 + random.nextInt(12));
          server.kill();
          churn.awaitEnd();
        }
        underWay += DatabaseFile.of(data).intents();
        server.start();
        Loads.await("creations and deletions end", () -> DatabaseFile.of(data).isSettled());
        DatabaseFile.of(data).assertSettled();
        try (DynamoDbClient sdk = Loads.connect(server)) {
          List<String> listed = new ArrayList<>();
          sdk.listTablesPaginator().tableNames().forEach(listed::add);
          churn.assertKept(listed);
          for (String name : listed) {
            assertServes(sdk, name);
          }
        }
      }
    }
    System.out.println(underWay + " creations and deletions were under way at the kills");
    assertTrue(underWay > 0, "no kill met a creation or deletion");
  }

  private static void assertServes(DynamoDbClient sdk, String name) {
    assertEquals(
        TableStatus.ACTIVE, sdk.describeTable(d -> d.tableName(name)).table().tableStatus(), name);
    Map<String, AttributeValue> item = Map.of("pk", AttributeValue.fromS(name));
    sdk.putItem(p -> p.tableName(name).item(item));
    assertEquals(
        item, sdk.getItem(g -> g.tableName(name).key(item).consistentRead(true)).item(), name);
  }

  /** Whether DeleteTable answered that it deletes the table, or had before. */
  private static boolean delete(DynamoDbClient sdk) {
    try {
      sdk.deleteTable(d -> d.tableName("gone"));
      return true;
    } catch (ResourceInUseException | ResourceNotFoundException e) {
      return true;
    } catch (SdkException e) {
      return false;
    }
  }

  /** Lets a little time pass, counted in requests. */
  private static void requests(DynamoDbClient sdk, int count) {
    for (int i = 0; i < count; i++) {
      sdk.listTables();
    }
  }

  private static boolean isGone(DynamoDbClient sdk, String table) {
    try {
      sdk.describeTable(d -> d.tableName(table));
      return false;
    } catch (ResourceNotFoundException e) {
      return true;
    }
  }

  private static TableModel with(TableModel table, String index) {
    List<IndexModel> indexes = new ArrayList<>(table.indexes());
    indexes.add(new IndexModel(index, Map.of(Shape.GLOBAL_HASH, "S"), null));
    return new TableModel(table.name(), table.hash(), table.range(), indexes);
  }

  private static void add(ServerProcess server, TableModel table, String index) {
    CreateGlobalSecondaryIndexAction create =
        CreateGlobalSecondaryIndexAction.builder()
            .indexName(index)
            .keySchema(
                KeySchemaElement.builder()
                    .attributeName(Shape.GLOBAL_HASH)
                    .keyType(KeyType.HASH)
                    .build())
            .projection(Projection.builder().projectionType(ProjectionType.ALL).build())
            .build();
    AttributeDefinition hash =
        AttributeDefinition.builder()
            .attributeName(Shape.GLOBAL_HASH)
            .attributeType(ScalarAttributeType.S)
            .build();
    update(server, table, hash, GlobalSecondaryIndexUpdate.builder().create(create).build());
  }

  private static void drop(ServerProcess server, TableModel table, String index) throws Exception {
    DeleteGlobalSecondaryIndexAction delete =
        DeleteGlobalSecondaryIndexAction.builder().indexName(index).build();
    update(server, table, null, GlobalSecondaryIndexUpdate.builder().delete(delete).build());
    awaitTable(
        server,
        table.name(),
        t -> status(t, index) == null && t.tableStatus() == TableStatus.ACTIVE);
  }

  private static void update(
      ServerProcess server,
      TableModel table,
      AttributeDefinition attribute,
      GlobalSecondaryIndexUpdate change) {
    try (DynamoDbClient sdk = Loads.connect(server)) {
      sdk.updateTable(
          u -> {
            u.tableName(table.name()).globalSecondaryIndexUpdates(change);
            if (attribute != null) {
              u.attributeDefinitions(attribute);
            }
          });
    }
  }

  /** The index's status; null if there is no such index. */
  private static IndexStatus status(TableDescription table, String index) {
    return table.globalSecondaryIndexes().stream()
        .filter(i -> i.indexName().equals(index))
        .map(i -> i.indexStatus())
        .findFirst()
        .orElse(null);
  }

  private static void awaitTable(
      ServerProcess server, String table, Predicate<TableDescription> state) throws Exception {
    try (DynamoDbClient sdk = Loads.connect(server)) {
      Loads.await(
          "a state of table " + table,
          () -> state.test(sdk.describeTable(d -> d.tableName(table)).table()));
    }
  }
}
