package io.stillpoint.system;

import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Many clients at once; retries are off, so that an error under contention is a failure here. */
@Tag("DDB-11")
@ExtendWith(SharedServer.class)
class ConcurrencyIT {
  private static final int THREADS = 16;
  private static final long DEADLINE_SECONDS = 60;

  private final DynamoDbClient client;

  ConcurrencyIT(DynamoDbClient client) {
    this.client = client;
  }

  /** Something that a client does, told its number. */
  private interface Client<T> {
    T run(int number) throws InterruptedException;
  }

  /** Runs clients that start together and answers what they answered. */
  private static <T> List<T> together(int threads, Client<T> body)
      throws InterruptedException, ExecutionException, TimeoutException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CountDownLatch ready = new CountDownLatch(threads);
      List<Future<T>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        running.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  assertTrue(ready.await(DEADLINE_SECONDS, TimeUnit.SECONDS), "all clients start");
                  return body.run(number);
                }));
      }
      List<T> answers = new ArrayList<>();
      for (Future<T> one : running) {
        answers.add(one.get(DEADLINE_SECONDS, TimeUnit.SECONDS));
      }
      return answers;
    } finally {
      pool.shutdownNow();
    }
  }

  private void add(TestTable table, String pk) {
    client.updateItem(
        u ->
            u.tableName(table.name())
                .key(key(pk))
                .updateExpression("ADD hits :one")
                .expressionAttributeValues(Map.of(":one", n(1))));
  }

  @Test
  void addLosesNoIncrement() throws Exception {
    TestTable table = TestTable.keyed(client, "concurrency-add");
    int each = 50;
    together(
        THREADS,
        number -> {
          for (int i = 0; i < each; i++) {
            add(table, "counter");
          }
          return number;
        });
    assertEquals(n((long) THREADS * each), table.get(key("counter")).get("hits"));
  }

  @Test
  void aConditionalCreateHasOneWinner() throws Exception {
    TestTable table = TestTable.keyed(client, "concurrency-create");
    for (int round = 0; round < 20; round++) {
      String pk = "round" + round;
      List<Integer> winners =
          together(THREADS, number -> created(table, pk, number) ? number : -1).stream()
              .filter(number -> number >= 0)
              .toList();
      assertEquals(1, winners.size(), "winners of " + pk);
      assertEquals(n(winners.get(0)), table.get(key(pk)).get("owner"));
    }
  }

  private boolean created(TestTable table, String pk, int owner) {
    try {
      client.putItem(
          p ->
              p.tableName(table.name())
                  .item(with(key(pk), "owner", n(owner)))
                  .conditionExpression("attribute_not_exists(pk)"));
      return true;
    } catch (ConditionalCheckFailedException lost) {
      return false;
    }
  }

  @Test
  void aConsistentReadSeesEveryAcknowledgedWrite() throws Exception {
    TestTable table = TestTable.keyed(client, "concurrency-reads");
    together(
        THREADS,
        number -> {
          Map<String, AttributeValue> own = key("own" + number);
          for (int i = 0; i < 40; i++) {
            table.put(with(own, "value", n(i)));
            assertEquals(n(i), table.get(own).get("value"));
          }
          return number;
        });
  }

  private static TransactWriteItem move(TestTable table, String pk, long amount) {
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(table.name())
                .key(key(pk))
                .updateExpression("SET amount = amount + :a")
                .expressionAttributeValues(Map.of(":a", n(amount)))
                .build())
        .build();
  }

  /**
   * The sum is the same in every snapshot. A transaction may lose to another one, which is its own
   * error, and then moves nothing.
   */
  @Test
  @Tag("DDB-4")
  void transfersKeepTheSumInEverySnapshot() throws Exception {
    TestTable table = TestTable.keyed(client, "concurrency-transfers");
    int accounts = 6;
    long each = 1000;
    List<String> names = IntStream.range(0, accounts).mapToObj(i -> "account" + i).toList();
    names.forEach(name -> table.put(with(key(name), "amount", n(each))));
    long seed = Long.getLong("stillpoint.seed", System.nanoTime());
    System.out.println("transfers: -Dstillpoint.seed=" + seed);
    CountDownLatch writing = new CountDownLatch(8);
    List<Integer> done =
        together(
            12,
            number -> {
              if (number >= 8) {
                return snapshots(table, names, accounts * each, writing);
              }
              try {
                return transfers(table, names, new Random(seed + number));
              } finally {
                writing.countDown();
              }
            });
    assertTrue(done.subList(8, 12).stream().allMatch(read -> read > 0), "snapshots read: " + done);
    assertTrue(done.subList(0, 8).stream().mapToInt(i -> i).sum() > 0, "transfers: " + done);
  }

  private int transfers(TestTable table, List<String> names, Random random) {
    int committed = 0;
    for (int i = 0; i < 40; i++) {
      int from = random.nextInt(names.size());
      int to = (from + 1 + random.nextInt(names.size() - 1)) % names.size();
      long amount = 1L + random.nextInt(9);
      try {
        client.transactWriteItems(
            t ->
                t.transactItems(
                    move(table, names.get(from), -amount), move(table, names.get(to), amount)));
        committed++;
      } catch (TransactionCanceledException lost) {
        assertTrue(
            lost.cancellationReasons().stream()
                .allMatch(r -> r.code().equals("None") || r.code().equals("TransactionConflict")),
            lost.getMessage());
      }
    }
    return committed;
  }

  private int snapshots(TestTable table, List<String> names, long sum, CountDownLatch writing) {
    List<TransactGetItem> gets =
        names.stream()
            .map(name -> Get.builder().tableName(table.name()).key(key(name)).build())
            .map(get -> TransactGetItem.builder().get(get).build())
            .toList();
    int read = 0;
    boolean last;
    do {
      last = writing.getCount() == 0;
      try {
        long found =
            client.transactGetItems(t -> t.transactItems(gets)).responses().stream()
                .mapToLong(r -> Long.parseLong(r.item().get("amount").n()))
                .sum();
        assertEquals(sum, found);
        read++;
      } catch (TransactionCanceledException lost) {
        assertTrue(!last, "a conflict with no writer left: " + lost.getMessage());
      }
    } while (!last);
    return read;
  }
}
