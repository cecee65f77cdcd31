package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StoredTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What holds while many threads read and write. */
@Tag("DDB-11")
public abstract class ConcurrencyContract extends ContractTest {
  private static final int THREADS = 8;
  private static final EntryKey A = key("p", "a");
  private static final EntryKey B = key("q", "b");

  @Test
  void noConditionalIncrementIsLost() throws Exception {
    StoredTable table = createTable("Counters");
    put(table.at(), A, "0");
    int rounds = 50;
    inParallel(
        THREADS,
        () -> {
          for (int i = 0; i < rounds; i++) {
            Entry entry = read(table.at(), Spaces.ITEMS, A);
            while (true) {
              int next = Integer.parseInt(entry.value().utf8()) + 1;
              CommitOutcome outcome =
                  commit(
                      table.at(),
                      Change.put(
                          table.id(),
                          Spaces.ITEMS,
                          A,
                          Expectation.unchanged(entry),
                          text(Integer.toString(next))));
              if (outcome instanceof CommitOutcome.Applied) {
                break;
              }
              entry =
                  assertInstanceOf(CommitOutcome.Mismatch.class, outcome).failed().get(0).entry();
            }
          }
          return null;
        });
    assertEquals(Integer.toString(THREADS * rounds), value(table.at(), A));
  }

  @Test
  void oneOfManyCreatesWins() throws Exception {
    StoredTable table = createTable("Race");
    List<Boolean> wins =
        inParallel(
            THREADS,
            () ->
                commit(
                        table.at(),
                        Change.put(table.id(), Spaces.ITEMS, A, Expectation.absent(), text("mine")))
                    instanceof CommitOutcome.Applied);
    assertEquals(1, wins.stream().filter(won -> won).count());
  }

  /** Both entries always carry one value: a read that mixes two instants sees two. */
  @Test
  void aReadIsOfOneInstant() throws Exception {
    StoredTable table = createTable("Pairs");
    apply(
        table.at(),
        Change.put(table.id(), Spaces.ITEMS, A, Expectation.any(), text("0")),
        Change.put(table.id(), Spaces.ITEMS, B, Expectation.any(), text("0")));
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch reading = new CountDownLatch(2);
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try {
      List<Future<Integer>> reads = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        reads.add(readers.submit(() -> readPairsUntil(table, reading, done)));
      }
      assertTrue(reading.await(10, TimeUnit.SECONDS), "every reader read once within 10 s");
      for (int i = 1; i <= 300; i++) {
        apply(
            table.at(),
            Change.put(table.id(), Spaces.ITEMS, A, Expectation.any(), text("" + i)),
            Change.put(table.id(), Spaces.ITEMS, B, Expectation.any(), text("" + i)));
      }
      done.set(true);
      for (Future<Integer> read : reads) {
        assertTrue(result(read) > 0, "the readers read while it was written");
      }
    } finally {
      done.set(true);
      readers.shutdownNow();
    }
  }

  /** A thread's result; a promise that it saw broken is this test's failure. */
  private static <T> T result(Future<T> future) throws Exception {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AssertionError broken) {
        throw broken;
      }
      throw e;
    }
  }

  private int readPairsUntil(StoredTable table, CountDownLatch reading, AtomicBoolean done) {
    int count = 0;
    while (!done.get()) {
      List<Entry> pair =
          storage()
              .read(
                  List.of(table.at()),
                  List.of(
                      new ReadKey(table.id(), Spaces.ITEMS, A),
                      new ReadKey(table.id(), Spaces.ITEMS, B)),
                  true,
                  soon());
      assertEquals(
          pair.get(0).value(),
          pair.get(1).value(),
          "[DDB-11/one-instant] a read is of one instant");
      assertEquals(pair.get(0).writeId(), pair.get(1).writeId(), "one attempt wrote both");
      if (count++ == 0) {
        reading.countDown();
      }
    }
    return count;
  }

  /** What is acknowledged before it is committed is not yet there for who reads at once. */
  @Test
  @Tag("DDB-12")
  void whatWasAcknowledgedIsSeenByTheNextRead() {
    StoredTable table = createTable("Seen");
    for (int i = 0; i < 200; i++) {
      put(table.at(), A, "" + i);
      assertEquals(
          "" + i,
          value(table.at(), A),
          "[DDB-12/acknowledged-is-seen] a read that begins after an acknowledgement sees it");
    }
  }

  /**
   * Writers go on under the old revision while the definition is altered. When alter has returned,
   * nothing more may appear: what a scan sees then is what is there at the end.
   */
  @Test
  @Tag("DDB-5")
  void noWriteUnderAnOldRevisionLandsAfterAlter() throws Exception {
    StoredTable table = createTable("Fenced");
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch writing = new CountDownLatch(THREADS);
    ExecutorService writers = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<Integer>> counts = new ArrayList<>();
      for (int t = 0; t < THREADS; t++) {
        String partition = "writer" + t;
        counts.add(writers.submit(() -> writeUntilStale(table, partition, writing, done)));
      }
      assertTrue(writing.await(10, TimeUnit.SECONDS), "every writer wrote once within 10 s");
      StoredTable altered =
          storage().alter(table.id(), table.revision(), text("v2"), table.spaces(), soon());
      int seen = count(altered);
      int written = 0;
      for (Future<Integer> count : counts) {
        written += result(count);
      }
      assertEquals(seen, count(altered), "a write under an old revision landed after alter");
      assertEquals(seen, written, "every acknowledged write is there");
    } finally {
      done.set(true);
      writers.shutdownNow();
    }
  }

  private int writeUntilStale(
      StoredTable table, String partition, CountDownLatch writing, AtomicBoolean done) {
    for (int i = 0; !done.get(); i++) {
      CommitOutcome outcome =
          commit(
              table.at(),
              Change.put(
                  table.id(), Spaces.ITEMS, key(partition, "" + i), Expectation.any(), text("x")));
      if (outcome instanceof CommitOutcome.Stale) {
        return i;
      }
      assertInstanceOf(CommitOutcome.Applied.class, outcome);
      if (i == 0) {
        writing.countDown();
      }
    }
    return -1;
  }

  private int count(StoredTable table) {
    int count = 0;
    EntryKey from = null;
    while (true) {
      Page page =
          storage()
              .range(
                  new RangeRequest(
                      table.at(),
                      Spaces.ITEMS,
                      new KeyRange.OfSpace(from, null),
                      1000,
                      1 << 20,
                      Fetch.KEYS,
                      true),
                  soon());
      count += page.entries().size();
      if (!page.more()) {
        return count;
      }
      from = page.entries().get(page.entries().size() - 1).key().next();
    }
  }

  private static <T> List<T> inParallel(int threads, Callable<T> task) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        futures.add(
            pool.submit(
                () -> {
                  start.await();
                  return task.call();
                }));
      }
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(result(future));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
