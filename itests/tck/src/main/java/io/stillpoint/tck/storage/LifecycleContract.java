package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Restart, abort and deadlines. */
public abstract class LifecycleContract extends ContractTest {
  @Test
  @Tag("DDB-12")
  void whatWasAcknowledgedIsThereAfterARestart() throws Exception {
    StoredTable table = createTable("Music");
    put(table.at(), key("p", "a"), "a");
    reopen();
    if (isDurable()) {
      assertEquals(List.of(table), storage().tables(soon()));
      assertEquals("a", value(table.at(), key("p", "a")));
    } else {
      assertEquals(List.of(), storage().tables(soon()), "durable=false means gone");
    }
  }

  @Test
  void anAbortedInstanceRefusesCallsAsTransient() {
    StoredTable table = createTable("Music");
    storage().abort();
    assertThrows(TransientException.class, () -> value(table.at(), key("p", "a")));
    assertInstanceOf(
        CommitOutcome.Transient.class,
        commit(
            table.at(),
            Change.put(table.id(), Spaces.ITEMS, key("p", "a"), Expectation.any(), text("x"))));
    assertThrows(TransientException.class, () -> storage().tables(soon()));
  }

  /** Acknowledged or surely refused, and no call hangs; what is unknown may be either. */
  @Test
  @Tag("RT-4")
  void abortEndsEveryCallWithinASecond() throws Exception {
    StoredTable table = createTable("Music");
    int threads = 16;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch busy = new CountDownLatch(threads);
    try {
      List<Future<CommitOutcome>> last = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        String partition = "w" + t;
        last.add(pool.submit(() -> writeUntilRefused(table, partition, busy)));
      }
      assertTrue(busy.await(10, TimeUnit.SECONDS), "every writer wrote once within 10 s");
      storage().abort();
      long aborted = System.nanoTime();
      for (Future<CommitOutcome> outcome : last) {
        CommitOutcome end = outcome.get(10, TimeUnit.SECONDS);
        assertTrue(
            end instanceof CommitOutcome.Transient || end instanceof CommitOutcome.Unknown,
            () -> "a call that abort ended is Transient or Unknown, not " + end);
      }
      long took = Duration.ofNanos(System.nanoTime() - aborted).toMillis();
      assertTrue(took < 1000, "calls returned " + took + " ms after abort; the bound is 1,000");
    } finally {
      pool.shutdownNow();
    }
  }

  private CommitOutcome writeUntilRefused(
      StoredTable table, String partition, CountDownLatch busy) {
    for (int i = 0; ; i++) {
      CommitOutcome outcome =
          commit(
              table.at(),
              Change.put(
                  table.id(), Spaces.ITEMS, key(partition, "" + i), Expectation.any(), text("x")));
      if (!(outcome instanceof CommitOutcome.Applied)) {
        return outcome;
      }
      if (i == 0) {
        busy.countDown();
      }
    }
  }

  @Test
  void aCallPastItsDeadlineChangesNothing() {
    StoredTable table = createTable("Music");
    Batch batch =
        new Batch(
            WriteId.fresh(),
            List.of(table.at()),
            List.of(
                Change.put(table.id(), Spaces.ITEMS, key("p", "a"), Expectation.any(), text("x"))));
    CommitOutcome outcome = storage().commit(batch, new Deadline(System.nanoTime() - 1));
    assertInstanceOf(CommitOutcome.Transient.class, outcome);
    assertEquals(null, value(table.at(), key("p", "a")));
  }
}
