package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.Projection;
import io.stillpoint.engine.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Writers that race: within one server, and of two servers on one instance. */
@Tag("DDB-11")
class ConcurrencyTest {
  private static final int WRITERS = 32;
  private static final String KEY = "'TableName':'tab','Key':{'h':{'S':'k'}}";
  private static final String ADD =
      "{" + KEY + ",'UpdateExpression':'ADD v :o','ExpressionAttributeValues':{':o':{'N':'1'}}}";

  private final long seed = Long.getLong("stillpoint.seed", System.nanoTime());
  private final ExecutorService clients = Executors.newFixedThreadPool(WRITERS + 2);
  private Sqlite sqlite;
  private Server server;
  private Server second;

  @BeforeEach
  void start(@TempDir Path folder) {
    System.out.println("ConcurrencyTest: -Dstillpoint.seed=" + seed);
    sqlite = Sqlite.inFile(folder.resolve("tables.db"));
    server = new Server(sqlite.storage());
    second = new Server(sqlite.storage());
    second.tables.changed(server.create("tab", false), Server.INSTANCE);
    second.tables.changed(
        server.create(
            "idx",
            false,
            Server.index(
                "byG",
                IndexDefinition.Kind.GLOBAL,
                16,
                Server.s("g"),
                null,
                Projection.Type.INCLUDE,
                "v")),
        Server.INSTANCE);
  }

  @AfterEach
  void stop() {
    clients.shutdownNow();
    second.close();
    server.close();
    sqlite.close();
  }

  private <T> List<T> all(List<Callable<T>> tasks) throws Exception {
    List<Future<T>> futures = new ArrayList<>();
    tasks.forEach(task -> futures.add(clients.submit(task)));
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get(60, TimeUnit.SECONDS));
    }
    return results;
  }

  private static Callable<Void> repeat(int times, Runnable action) {
    return () -> {
      for (int i = 0; i < times; i++) {
        action.run();
      }
      return null;
    };
  }

  @Test
  void noAddIsLost() throws Exception {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      tasks.add(repeat(25, () -> server.ok("UpdateItem", ADD)));
    }
    all(tasks);
    assertEquals("{'Item':{'h':{'S':'k'},'v':{'N':'800'}}}", server.ok("GetItem", "{" + KEY + "}"));
  }

  @Test
  void noAddIsLostBetweenTwoServers() throws Exception {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Server mine = i % 2 == 0 ? server : second;
      tasks.add(repeat(50, () -> mine.ok("UpdateItem", ADD)));
    }
    all(tasks);
    assertEquals("{'Item':{'h':{'S':'k'},'v':{'N':'400'}}}", server.ok("GetItem", "{" + KEY + "}"));
  }

  @Test
  void aRaceOfConditionsHasOneWinner() throws Exception {
    for (int round = 0; round < 10; round++) {
      String put =
          "{'TableName':'tab','Item':{'h':{'S':'round"
              + round
              + "'}},'ConditionExpression':'attribute_not_exists(h)'}";
      List<Callable<String>> tasks = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Server mine = i % 2 == 0 ? server : second;
        tasks.add(
            () -> {
              Client.Answer answer = mine.send("PutItem", put);
              return answer.status() == 200 ? "won" : answer.type();
            });
      }
      Map<String, Integer> counts = new HashMap<>();
      all(tasks).forEach(result -> counts.merge(result, 1, Integer::sum));
      assertEquals(Map.of("won", 1, "ConditionalCheckFailedException", WRITERS - 1), counts);
    }
  }

  @Test
  void updatesArriveThroughAStreamOfBlindPuts() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<Future<?>> putters = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      putters.add(
          clients.submit(
              () -> {
                while (!stop.get()) {
                  server.ok("PutItem", "{'TableName':'tab','Item':{'h':{'S':'k'}}}");
                }
              }));
    }
    try {
      for (int i = 0; i < 50; i++) {
        server.ok("UpdateItem", ADD);
      }
    } finally {
      stop.set(true);
    }
    for (Future<?> putter : putters) {
      putter.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  @Tag("DDB-4")
  void transactionsAreAtomicForThoseWhoRead() throws Exception {
    int accounts = 6;
    for (int i = 0; i < accounts; i++) {
      server.ok("PutItem", "{'TableName':'tab','Item':{'h':{'S':'a" + i + "'},'v':{'N':'100'}}}");
    }
    AtomicBoolean stop = new AtomicBoolean();
    StringBuilder gets = new StringBuilder();
    for (int i = 0; i < accounts; i++) {
      gets.append(i == 0 ? "" : ",")
          .append("{'Get':{'TableName':'tab','Key':{'h':{'S':'a" + i + "'}}}}");
    }
    String read = "{'TransactItems':[" + gets + "]}";
    Future<Integer> reader =
        clients.submit(
            () -> {
              int reads = 0;
              while (!stop.get() || reads == 0) {
                assertEquals(600, sum(second.send("TransactGetItems", read)), "seed " + seed);
                reads++;
              }
              return reads;
            });
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(seed + i);
      Server mine = i % 2 == 0 ? server : second;
      tasks.add(repeat(40, () -> transfer(mine, random, accounts)));
    }
    try {
      all(tasks);
    } finally {
      stop.set(true);
    }
    assertTrue(reader.get(10, TimeUnit.SECONDS) > 0);
  }

  private void transfer(Server mine, Random random, int accounts) {
    int from = random.nextInt(accounts);
    int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
    String update =
        "{'Update':{'TableName':'tab','Key':{'h':{'S':'a%d'}},'UpdateExpression':'ADD v :d',"
            + "'ExpressionAttributeValues':{':d':{'N':'%d'}}}}";
    int amount = 1 + random.nextInt(9);
    mine.ok(
        "TransactWriteItems",
        "{'TransactItems':["
            + update.formatted(from, -amount)
            + ","
            + update.formatted(to, amount)
            + "]}");
  }

  private static int sum(Client.Answer answer) {
    int sum = 0;
    for (Json response : ((Json.Arr) answer.body().get("Responses")).elements()) {
      Json.Obj item = (Json.Obj) ((Json.Obj) response).get("Item");
      sum += Integer.parseInt(((Json.Str) ((Json.Obj) item.get("v")).get("N")).value());
    }
    return sum;
  }

  @Test
  @Tag("DDB-5")
  void anIndexIsAlwaysTheFunctionOfItsItems() throws Exception {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Random random = new Random(seed + i);
      Server mine = i % 2 == 0 ? server : second;
      tasks.add(repeat(60, () -> change(mine, random)));
    }
    all(tasks);
    Map<String, Json> items = byKey(server.pages("Scan", "{'TableName':'idx'"));
    items.values().removeIf(item -> ((Json.Obj) item).get("g") == null);
    Map<String, Json> entries = byKey(server.pages("Scan", "{'TableName':'idx','IndexName':'byG'"));
    assertEquals(items, entries, "seed " + seed);
  }

  private static void change(Server mine, Random random) {
    String h = "'h':{'S':'k" + random.nextInt(3) + "'}";
    String g = "'g':{'S':'g" + random.nextInt(3) + "'}";
    String v = "'v':{'N':'" + random.nextInt(1000) + "'}";
    switch (random.nextInt(4)) {
      case 0 -> mine.ok("DeleteItem", "{'TableName':'idx','Key':{" + h + "}}");
      case 1 -> mine.ok("PutItem", "{'TableName':'idx','Item':{" + h + "," + v + "}}");
      case 2 -> mine.ok("PutItem", "{'TableName':'idx','Item':{" + h + "," + g + "," + v + "}}");
      default ->
          mine.ok(
              "UpdateItem",
              "{'TableName':'idx','Key':{"
                  + h
                  + "},'UpdateExpression':'SET v = :v, g = :g','ExpressionAttributeValues':{"
                  + v.replace("'v'", "':v'")
                  + ","
                  + g.replace("'g'", "':g'")
                  + "}}");
    }
  }

  private static Map<String, Json> byKey(List<Json> items) {
    Map<String, Json> byKey = new HashMap<>();
    for (Json item : items) {
      byKey.put(((Json.Obj) item).get("h").toString(), item);
    }
    return byKey;
  }
}
