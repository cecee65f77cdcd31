package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.load.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** Items of 4 KB, put once each under a key of its own, and what the server answered. */
final class Puts {
  private static final int THREADS = 8;
  private static final String TEXT = "x".repeat(4000);

  private final DynamoDbClient sdk;
  private final String table;
  private final AtomicInteger numbers = new AtomicInteger();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();

  /** Number to status; 503 says surely not written. */
  private final Map<Integer, Integer> refused = new ConcurrentHashMap<>();

  Puts(DynamoDbClient sdk, String table) {
    this.sdk = sdk;
    this.table = table;
  }

  /** Puts one item; whether it was acknowledged. */
  boolean one() {
    int number = numbers.incrementAndGet();
    Map<String, AttributeValue> item =
        Map.of(
            Shape.HASH,
            AttributeValue.fromS("p" + number),
            Shape.RANGE,
            AttributeValue.fromS("r"),
            Shape.VALUE,
            AttributeValue.fromS("v" + number),
            "text",
            AttributeValue.fromS(TEXT));
    try {
      sdk.putItem(p -> p.tableName(table).item(item));
      acknowledged.add(number);
      return true;
    } catch (DynamoDbException e) {
      refused.put(number, e.statusCode());
      return false;
    }
  }

  /** Puts items, which must succeed. */
  void times(int count) {
    for (int i = 0; i < count; i++) {
      assertTrue(one(), () -> "a put was refused: " + refused);
    }
  }

  /** Puts from several threads until each has been refused once; fails after so many puts. */
  void untilRefused(int most) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Boolean>> threads = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        threads.add(
            pool.submit(
                () -> {
                  for (int i = 0; i < most; i++) {
                    if (!one()) {
                      return true;
                    }
                  }
                  return false;
                }));
      }
      for (Future<Boolean> thread : threads) {
        assertTrue(
            thread.get(Loads.BOUND.toSeconds(), TimeUnit.SECONDS),
            () -> "nothing was refused in " + numbers + " puts");
      }
    } finally {
      pool.shutdownNow();
    }
  }

  /** The statuses of the refusals so far. */
  Set<Integer> refused() {
    return new TreeSet<>(refused.values());
  }

  /** Fails unless each acknowledged item is there and none that was refused with 503 is. */
  void assertKept(DynamoDbClient reader) {
    Set<String> lost = new TreeSet<>();
    Set<String> appeared = new TreeSet<>();
    for (int number = 1; number <= numbers.get(); number++) {
      Map<String, AttributeValue> item = item(reader, number);
      if (acknowledged.contains(number) && item.isEmpty()) {
        lost.add("p" + number);
      } else if (Integer.valueOf(503).equals(refused.get(number)) && !item.isEmpty()) {
        appeared.add("p" + number);
      }
      if (!item.isEmpty()) {
        assertEquals(AttributeValue.fromS("v" + number), item.get(Shape.VALUE));
      }
    }
    assertEquals(Set.of(), lost, "acknowledged and lost");
    assertEquals(Set.of(), appeared, "refused with 503 and there");
  }

  private Map<String, AttributeValue> item(DynamoDbClient reader, int number) {
    Map<String, AttributeValue> key =
        Map.of(
            Shape.HASH, AttributeValue.fromS("p" + number), Shape.RANGE, AttributeValue.fromS("r"));
    return reader.getItem(g -> g.tableName(table).key(key).consistentRead(true)).item();
  }
}
