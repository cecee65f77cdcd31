package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.settings.EngineSettings;
import io.stillpoint.engine.settings.SettingsSource;
import io.stillpoint.engine.table.AccountOperations;
import io.stillpoint.engine.table.ControlPlane;
import io.stillpoint.engine.table.TableDirectory;
import io.stillpoint.engine.table.TableOperations;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine as it is put together in a server: tables are made and items used by requests. */
class WholeEngineTest {
  private static final String CREATE =
      "{'TableName':'people','AttributeDefinitions':[{'AttributeName':'h','AttributeType':'S'}%s],"
          + "'KeySchema':[{'AttributeName':'h','KeyType':'HASH'}],"
          + "'BillingMode':'PAY_PER_REQUEST'%s}";
  private static final String PLAIN = CREATE.formatted("", "");
  private static final String INDEXED =
      CREATE.formatted(
          ",{'AttributeName':'g','AttributeType':'S'}",
          ",'GlobalSecondaryIndexes':[{'IndexName':'byG','KeySchema':"
              + "[{'AttributeName':'g','KeyType':'HASH'}],'Projection':{'ProjectionType':'ALL'}}]");

  private Sqlite sqlite;
  private BackendDirectory backends;
  private ControlPlane control;
  private EngineService engine;
  private Client client;

  @BeforeEach
  void start() {
    sqlite = Sqlite.inMemory();
    backends = new BackendDirectory();
    NameRegistry registry = new NameRegistry(backends, () -> "local");
    TableDirectory tables = new TableDirectory(backends, registry);
    control = new ControlPlane(backends, registry, tables);
    SettingsSource settings = new SettingsSource(EngineSettings.DEFAULT);
    TableOperations operations = new TableOperations(backends, registry, tables, control, settings);
    engine =
        new EngineService(
            backends,
            tables,
            registry,
            operations,
            new AccountOperations(operations, settings),
            settings);
    client = new Client(engine);
    Map<String, Object> properties =
        Map.of(
            BackendProperties.INSTANCE,
            "local",
            BackendProperties.CONTRACT,
            BackendProperties.CONTRACT_VERSION,
            BackendProperties.CONCURRENCY,
            64,
            BackendProperties.CONTROL_PLANE_DELAY,
            1L,
            BackendProperties.ATOMICITY,
            "INSTANCE",
            BackendProperties.SCAN_ORDER,
            "KEY");
    backends.addStorage(sqlite.storage(), properties);
    backends.addCoordination(sqlite.coordination(), properties);
    await("the instance serves", () -> backends.instances().get(0).isServing());
  }

  @AfterEach
  void stop() {
    engine.close();
    control.close();
    backends.close();
    sqlite.close();
  }

  private static void await(String what, BooleanSupplier condition) {
    Deadline deadline = Deadline.after(Duration.ofSeconds(30));
    while (!condition.getAsBoolean()) {
      assertTrue(!deadline.hasPassed(), "waited 30 s in vain until " + what);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void awaitActive() {
    await(
        "the table is active",
        () ->
            client
                .ok("DescribeTable", "{'TableName':'people'}")
                .contains("'TableStatus':'ACTIVE'"));
  }

  private void awaitGone() {
    await(
        "the table is gone",
        () -> client.send("DescribeTable", "{'TableName':'people'}").status() == 400);
  }

  @Test
  @Tag("DDB-1")
  @Tag("DDB-2")
  void aTableIsMadeUsedAndDeletedByRequests() {
    String put = "{'TableName':'people','Item':{'h':{'S':'a'}}}";
    assertEquals(
        "ResourceNotFoundException: Requested resource not found", client.fails("PutItem", put));
    client.ok("CreateTable", PLAIN);
    awaitActive();
    assertEquals("{}", client.ok("PutItem", put));
    assertEquals(
        "{'Item':{'h':{'S':'a'}}}",
        client.ok("GetItem", "{'TableName':'people','Key':{'h':{'S':'a'}}}"));
    assertEquals(
        "{'Item':{'h':{'S':'a'}}}",
        client.ok(
            "GetItem",
            "{'TableName':'arn:aws:dynamodb:us-east-1:000000000000:table/people',"
                + "'Key':{'h':{'S':'a'}}}"));
    assertEquals(
        "ResourceNotFoundException: Requested resource not found",
        client.fails(
            "GetItem",
            "{'TableName':'arn:aws:dynamodb:us-east-1:111111111111:table/people',"
                + "'Key':{'h':{'S':'a'}}}"));
    client.ok("DeleteTable", "{'TableName':'people'}");
    awaitGone();
    assertEquals(
        "ResourceNotFoundException: Requested resource not found", client.fails("PutItem", put));
  }

  @Test
  @Tag("DDB-3")
  void aQueryThatRacesADeleteIsNotFoundAndNeverInvalid() throws Exception {
    String query =
        "{'TableName':'people','IndexName':'byG','KeyConditionExpression':'g = :g',"
            + "'ExpressionAttributeValues':{':g':{'S':'x'}}}";
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 3; round++) {
        client.ok("CreateTable", INDEXED);
        awaitActive();
        client.ok("PutItem", "{'TableName':'people','Item':{'h':{'S':'a'},'g':{'S':'x'}}}");
        Future<?>[] queries = new Future<?>[4];
        for (int i = 0; i < queries.length; i++) {
          queries[i] =
              clients.submit(
                  () -> {
                    while (true) {
                      Client.Answer answer = client.send("Query", query);
                      if (answer.status() != 200) {
                        assertEquals("ResourceNotFoundException", answer.type(), answer.text());
                        return null;
                      }
                    }
                  });
        }
        client.ok("DeleteTable", "{'TableName':'people'}");
        for (Future<?> each : queries) {
          each.get(20, TimeUnit.SECONDS);
        }
        awaitGone();
      }
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  @Tag("DDB-5")
  void anIndexThatIsAddedShowsOldAndNewItems() {
    client.ok("CreateTable", PLAIN);
    awaitActive();
    for (int i = 0; i < 50; i++) {
      client.ok(
          "PutItem", "{'TableName':'people','Item':{'h':{'S':'old" + i + "'},'g':{'S':'x'}}}");
    }
    client.ok(
        "UpdateTable",
        "{'TableName':'people','AttributeDefinitions':[{'AttributeName':'g','AttributeType':'S'}],"
            + "'GlobalSecondaryIndexUpdates':[{'Create':{'IndexName':'byG','KeySchema':"
            + "[{'AttributeName':'g','KeyType':'HASH'}],"
            + "'Projection':{'ProjectionType':'KEYS_ONLY'}}}]}");
    for (int i = 0; i < 50; i++) {
      client.ok(
          "PutItem", "{'TableName':'people','Item':{'h':{'S':'new" + i + "'},'g':{'S':'x'}}}");
    }
    await(
        "the index is active",
        () ->
            client
                .ok("DescribeTable", "{'TableName':'people'}")
                .contains("'IndexStatus':'ACTIVE'"));
    assertEquals(
        "{'Count':100,'ScannedCount':100}",
        client.ok(
            "Query",
            "{'TableName':'people','IndexName':'byG','KeyConditionExpression':'g = :g',"
                + "'ExpressionAttributeValues':{':g':{'S':'x'}},'Select':'COUNT'}"));
  }

  @Test
  @Tag("DDB-1")
  void operationsThatToolsCallFirstAnswer() {
    assertTrue(client.ok("DescribeLimits", "{}").contains("TableMaxReadCapacityUnits"));
    assertTrue(client.ok("DescribeEndpoints", "{}").contains("localhost:8000"));
    assertEquals("{'TableNames':[]}", client.ok("ListTables", "{}"));
  }
}
