package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.examples.cities.CitiesTable;
import io.stillpoint.examples.cities.Place;
import io.stillpoint.examples.cities.Places;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.ServiceReference;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An export of the cities while writers change them, against a copy that plain JDBC reads. */
@Tag("SNAP-1")
@Tag("LITE-5")
@ExtendWith(SharedServer.class)
class SnapshotIT {
  private static final int WRITERS = 3;

  @TempDir Path folder;
  private final DynamoDbClient client;
  private final Object snapshots;

  SnapshotIT(DynamoDbClient client, FelixServer server) throws Exception {
    this.client = client;
    // By name: the test's class path has no class of the server's.
    ServiceReference<?>[] found =
        server.context().getAllServiceReferences("io.stillpoint.engine.admin.Snapshots", null);
    snapshots = server.context().getService(found[0]);
  }

  private Object call(String name, Object... arguments) throws Exception {
    for (Method method :
        Class.forName(
                "io.stillpoint.engine.admin.Snapshots", true, snapshots.getClass().getClassLoader())
            .getMethods()) {
      if (method.getName().equals(name)) {
        return method.invoke(snapshots, arguments);
      }
    }
    throw new AssertionError("no method " + name);
  }

  @Test
  @Timeout(120)
  void anExportIsTheInstantThatTheCopyIsOf() throws Exception {
    String table = "cities-snapshot";
    List<Place> places = Places.sample();
    CitiesTable cities = new CitiesTable(client, table);
    cities.create();
    cities.load(places, loaded -> {});
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicBoolean stop = new AtomicBoolean();
    AtomicInteger written = new AtomicInteger();
    CountDownLatch gate = new CountDownLatch(1);
    try {
      Path exported = folder.resolve("cities.jsonl");
      Predicate<Object> goesOn = sofar -> true;
      // Slow enough to be under way while the writers write.
      long rate = Math.max(1, places.size() / 3);
      Future<?> export =
          threads.submit(() -> call("export", "000000000000", table, exported, rate, goesOn));
      Waits.until("the export's snapshot is open", () -> !((List<?>) list()).isEmpty());
      Path copy = folder.resolve("copy.db");
      LongConsumer progress = bytes -> {};
      call("copy", "local", copy, progress);
      List<Future<?>> writers = new ArrayList<>();
      for (int w = 0; w < WRITERS; w++) {
        int writer = w;
        writers.add(threads.submit(() -> write(table, places, writer, stop, written, gate)));
      }
      gate.countDown();
      export.get(60, TimeUnit.SECONDS);
      int during = written.get();
      stop.set(true);
      for (Future<?> writer : writers) {
        writer.get(20, TimeUnit.SECONDS);
      }
      assertTrue(during > 50, during + " writes while the export ran");
      List<String> expected = lines(copy, table);
      assertTrue(expected.size() >= places.size() * 9 / 10, expected.size() + " places");
      assertEquals(expected, Files.readAllLines(exported), "the export and the copy");

      Path after = folder.resolve("after.jsonl");
      call("export", "000000000000", table, after, 0L, goesOn);
      assertTrue(!expected.equals(Files.readAllLines(after)), "the writers changed the table");
    } finally {
      stop.set(true);
      threads.shutdownNow();
    }
  }

  private Object list() {
    try {
      return call("list");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Adds, changes and deletes places, each writer its own. */
  private Void write(
      String table,
      List<Place> places,
      int writer,
      AtomicBoolean stop,
      AtomicInteger written,
      CountDownLatch gate)
      throws InterruptedException {
    gate.await();
    for (int i = writer; !stop.get(); i += WRITERS) {
      Place place = places.get(i % places.size());
      AttributeValue country = AttributeValue.fromS(place.country());
      String key =
          String.join(
              "#",
              place.admin1(),
              place.admin2(),
              place.name(),
              place.latitude(),
              place.longitude());
      Map<String, AttributeValue> id =
          Map.of("country", country, "place", AttributeValue.fromS(key));
      switch (i / WRITERS % 3) {
        case 0 -> client.deleteItem(d -> d.tableName(table).key(id));
        case 1 ->
            client.updateItem(
                u ->
                    u.tableName(table)
                        .key(id)
                        .updateExpression("SET seen = :s")
                        .expressionAttributeValues(Map.of(":s", AttributeValue.fromN("1"))));
        default ->
            client.putItem(
                p ->
                    p.tableName(table)
                        .item(
                            Map.of(
                                "country",
                                country,
                                "place",
                                AttributeValue.fromS(key + "#new"),
                                "name",
                                AttributeValue.fromS("new"))));
      }
      written.incrementAndGet();
    }
    return null;
  }

  /** The items of a copy as an export writes them, read by nothing of the server's. */
  private static List<String> lines(Path copy, String table) throws Exception {
    List<String> lines = new ArrayList<>();
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy)) {
      long number;
      try (var find = connection.prepareStatement("SELECT number FROM tables WHERE name = ?")) {
        find.setString(1, table);
        try (var rows = find.executeQuery()) {
          rows.next();
          number = rows.getLong(1);
        }
      }
      try (var read = connection.prepareStatement("SELECT v FROM i" + number + " ORDER BY k");
          var rows = read.executeQuery()) {
        while (rows.next()) {
          // docs/format.md: nine bytes of header, then the item.
          byte[] bytes = rows.getBytes(1);
          lines.add(
              "{\"Item\":" + new String(bytes, 9, bytes.length - 9, StandardCharsets.UTF_8) + "}");
        }
      }
    }
    return lines;
  }
}
