package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.error.StaleRevisionException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows that change by compare and set. */
@Tag("COORD-1")
public abstract class RevisionsContract extends ContractTest {
  private Revisions revisions() {
    return instance().coordination().revisions();
  }

  @Test
  void aRowIsCreatedReadUpdatedAndDeleted() {
    RevisionedRow created = revisions().create("c", "k", text("1"), soon());
    assertEquals(Optional.of(created), revisions().get("c", "k", soon()));
    assertEquals(Optional.empty(), revisions().get("other", "k", soon()));
    RevisionedRow updated = revisions().update("c", "k", created.revision(), text("2"), soon());
    assertTrue(updated.revision() > created.revision());
    assertEquals(Optional.of(updated), revisions().get("c", "k", soon()));
    revisions().delete("c", "k", updated.revision(), soon());
    assertEquals(Optional.empty(), revisions().get("c", "k", soon()));
  }

  @Test
  void aStaleChangeIsRefusedAndChangesNothing() {
    RevisionedRow first = revisions().create("c", "k", text("1"), soon());
    RevisionedRow second = revisions().update("c", "k", first.revision(), text("2"), soon());
    assertStale(
        second.revision(), () -> revisions().update("c", "k", first.revision(), text("3"), soon()));
    assertStale(second.revision(), () -> revisions().delete("c", "k", first.revision(), soon()));
    assertStale(second.revision(), () -> revisions().create("c", "k", text("3"), soon()));
    assertStale(0, () -> revisions().update("c", "none", 1, text("3"), soon()));
    assertEquals(Optional.of(second), revisions().get("c", "k", soon()));
  }

  @Test
  void aRevisionIsNeverUsedAgain() {
    RevisionedRow first = revisions().create("c", "k", text("1"), soon());
    revisions().delete("c", "k", first.revision(), soon());
    RevisionedRow again = revisions().create("c", "k", text("1"), soon());
    assertTrue(
        again.revision() > first.revision(),
        "[COORD-1/never-again] a recreated row does not look unchanged");
  }

  @Test
  void rowsAreListedInKeyOrderInPages() {
    for (String key : List.of("b", "a", "\uD83D\uDE00", "\uFFFD", "Z")) {
      revisions().create("c", key, text(key), soon());
    }
    revisions().create("d", "a", text("elsewhere"), soon());
    List<String> keys = new ArrayList<>();
    String after = "";
    while (true) {
      List<RevisionedRow> page = revisions().list("c", after, 2, soon());
      page.forEach(row -> keys.add(row.key()));
      if (page.size() < 2) {
        break;
      }
      after = page.get(1).key();
    }
    assertEquals(List.of("Z", "a", "b", "\uFFFD", "\uD83D\uDE00"), keys);
  }

  /** The source's race: as many wins as rounds, no revision twice, none lost. */
  @Test
  void oneOfManyWritersWinsEachRound() throws Exception {
    int writers = 8;
    int rounds = 20;
    RevisionedRow row = revisions().create("c", "k", text("0"), soon());
    AtomicInteger wins = new AtomicInteger();
    AtomicInteger losses = new AtomicInteger();
    ConcurrentLinkedQueue<Long> accepted = new ConcurrentLinkedQueue<>();
    CyclicBarrier barrier = new CyclicBarrier(writers);
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        futures.add(
            pool.submit(
                () -> {
                  for (int round = 0; round < rounds; round++) {
                    long read = revisions().get("c", "k", soon()).orElseThrow().revision();
                    barrier.await(30, TimeUnit.SECONDS);
                    try {
                      accepted.add(
                          revisions().update("c", "k", read, text("x"), soon()).revision());
                      wins.incrementAndGet();
                    } catch (StaleRevisionException e) {
                      losses.incrementAndGet();
                    }
                    barrier.await(30, TimeUnit.SECONDS);
                  }
                  return null;
                }));
      }
      for (Future<?> future : futures) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    assertEquals(rounds, wins.get());
    assertEquals(rounds * (writers - 1), losses.get());
    Set<Long> distinct = new HashSet<>(accepted);
    assertEquals(rounds, distinct.size(), "no revision is recorded twice");
    assertTrue(distinct.stream().allMatch(revision -> revision > row.revision()));
  }

  private static void assertStale(long current, Runnable call) {
    StaleRevisionException refusal = assertThrows(StaleRevisionException.class, call::run);
    assertEquals(current, refusal.currentRevision());
  }
}
