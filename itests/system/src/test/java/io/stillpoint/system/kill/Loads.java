package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.stillpoint.tck.history.History;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.Values;
import io.stillpoint.tck.history.check.Dump;
import io.stillpoint.tck.history.check.TableModel;
import io.stillpoint.tck.history.load.Client;
import io.stillpoint.tck.history.load.LoadPlan;
import io.stillpoint.tck.history.load.SdkClient;
import io.stillpoint.tck.history.load.SdkTable;
import io.stillpoint.tck.history.load.Shape;
import io.stillpoint.tck.history.load.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What kill tests have in common: their number and moments, the load, the judgement. */
final class Loads {
  /** How often a test kills: {@code -Dstillpoint.kills=N}. */
  static final int KILLS = Integer.getInteger("stillpoint.kills", 3);

  /** Every wait of a kill test. */
  static final Duration BOUND = Duration.ofSeconds(60);

  /** More than the server takes to answer anything: a killed one ends a call at once. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final long OPERATIONS = 10_000_000;
  private static final int BATCH = 25;
  private static final int THREADS = 8;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private Loads() {}

  /** A fresh seed, or the one that {@code -Dstillpoint.seed=N} gives; printed for the replay. */
  static long seed(String test) {
    long seed = Long.getLong(LoadPlan.SEED, System.nanoTime() & 0xFFFFFFF);
    System.out.println(test + ": -D" + LoadPlan.SEED + "=" + seed + ", " + KILLS + " kills");
    return seed;
  }

  /** A client for one life of the server: one that outlives it holds dead connections. */
  static DynamoDbClient connect(ServerProcess server) {
    return SdkClient.connect(server.endpoint(), PATIENCE, THREADS);
  }

  static Workload start(DynamoDbClient sdk, TableModel table, History history, long seed) {
    return Workload.start(
        LoadPlan.underLoad(OPERATIONS).withSeed(seed).withThreads(THREADS),
        new SdkClient(sdk, table),
        history,
        "kill",
        table.name());
  }

  /** Waits until the load has begun so many requests. */
  static void awaitStarted(Workload load, long operations) throws Exception {
    long end = System.nanoTime() + BOUND.toNanos();
    while (load.started() < operations) {
      try {
        load.await(Duration.ofMillis(5));
        throw new AssertionError("the load ended after " + load.started() + " operations");
      } catch (TimeoutException e) {
        if (System.nanoTime() - end > 0) {
          throw new AssertionError(
              "the load began " + load.started() + " of " + operations + " within " + BOUND, e);
        }
      }
    }
  }

  /** Waits for a state that is only seen by asking. */
  static void await(String what, Callable<Boolean> state) throws Exception {
    long end = System.nanoTime() + BOUND.toNanos();
    while (!state.call()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited " + BOUND + " for: " + what);
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * Puts items under hash keys of their own, {@code f0} and so on, and records that. Each has an
   * entry in every index of the load's table.
   */
  static void fill(DynamoDbClient sdk, TableModel table, History history, int items)
      throws Exception {
    Client client = new SdkClient(sdk, table);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> batches = new ArrayList<>();
      for (int from = 0; from < items; from += BATCH) {
        List<Write> batch = new ArrayList<>();
        for (int i = from; i < Math.min(items, from + BATCH); i++) {
          batch.add(Write.put(new Key(table.name(), "S:f" + i / 50, "S:r" + i), image(i)));
        }
        batches.add(pool.submit(() -> write(client, history, batch)));
      }
      for (Future<?> batch : batches) {
        batch.get(BOUND.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static Image image(int i) {
    return Image.of(
        Map.of(
            Shape.VALUE, Values.s("fill-" + i),
            Shape.GLOBAL_HASH, Values.s("g" + i % 20),
            Shape.LOCAL_RANGE, Values.n(i)));
  }

  /** Until all are applied: a busy server leaves some of a batch unprocessed. */
  private static void write(Client client, History history, List<Write> batch) {
    List<Write> left = batch;
    while (!left.isEmpty()) {
      List<History.Call> calls = left.stream().map(history::invoke).toList();
      List<Outcome> outcomes = client.batchWrite(left);
      List<Write> again = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        calls.get(i).complete(outcomes.get(i));
        if (outcomes.get(i) instanceof Outcome.NotApplied) {
          again.add(left.get(i));
        } else {
          assertEquals(Outcome.DONE, outcomes.get(i));
        }
      }
      left = again;
    }
  }

  /** By a client of its own: the load's has connections to servers that were killed. */
  static Dump dump(ServerProcess server, TableModel table) {
    try (DynamoDbClient sdk = connect(server)) {
      return SdkTable.dump(sdk, table);
    }
  }
}
