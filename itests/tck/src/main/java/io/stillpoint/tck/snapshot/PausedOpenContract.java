package io.stillpoint.tck.snapshot;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.TableStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * Definition and items are of one instant. While an open is held between the two, a write W1, a
 * change of the definition that adds an index, and a write W2 come in this order; what the snapshot
 * then shows of one must fit what it shows of the other.
 */
@Tag("CONF-2")
@Tag("SNAP-1")
public abstract class PausedOpenContract extends SnapshotContractTest {
  private static final Map<String, AttributeValue> W1 = item(1001, 1);
  private static final Map<String, AttributeValue> W2 = item(1002, 2);

  /** How long the open is held where the writer has to wait for it. */
  private static final Duration HELD = Duration.ofSeconds(2);

  private static final int LONGEST_SECONDS = 60;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void afterTheDefinitionWasRead(TestInfo test) throws Exception {
    hooksAt(test, PausePoint.AFTER_DEFINITION);
  }

  @Test
  void beforeTheItemsAreRead(TestInfo test) throws Exception {
    hooksAt(test, PausePoint.BEFORE_ITEMS);
  }

  private void hooksAt(TestInfo test, PausePoint point) throws Exception {
    SnapshotHooks hooks = hooks(test, "an open held at " + point).orElse(null);
    if (hooks != null) {
      Promise.require(
          "CONF-2/pause",
          "a backend with hooks can be held at " + point,
          hooks.pausePoints().contains(point),
          hooks::pausePoints);
      heldAt(hooks, point);
    }
  }

  private void heldAt(SnapshotHooks hooks, PausePoint point) throws Exception {
    TableWriter writer =
        TableWriter.create(storage(), definition("Held", TableStatus.ACTIVE, KEY, List.of()));
    writer.put(items(0, 20, 0));
    Pause pause = hooks.pauseAt(point);
    boolean waited;
    try {
      Future<TableSnapshot> opening = threads.submit(() -> open("Held"));
      pause.awaitReached(patience());
      Future<?> writing = threads.submit(() -> write(writer));
      waited = !isDone(writing, behaviour().writersWaitAt().contains(point) ? HELD : patience());
      pause.resume();
      try (TableSnapshot snapshot = opening.get(LONGEST_SECONDS, TimeUnit.SECONDS)) {
        requireOneInstant(snapshot);
      }
      writing.get(LONGEST_SECONDS, TimeUnit.SECONDS);
    } finally {
      pause.resume();
    }
    Promise.requireEqual(
        "CONF-2/resumed-by",
        "whether writers wait for an open that is held at " + point + " is as declared",
        behaviour().writersWaitAt().contains(point),
        waited);
    try (TableSnapshot later = open("Held")) {
      Promise.require(
          "CONF-2/later",
          "a snapshot that is opened afterwards has the index and both writes",
          later.description().definition().indexes().size() == 1
              && contains(Drain.all(later.items(), "the snapshot after the pause"), W2),
          () -> later.description());
    }
  }

  private static void write(TableWriter writer) {
    writer.put(List.of(W1));
    IndexDefinition added = index(0, IndexStatus.CREATING);
    writer.alter(d -> d.withIndexes(List.of(added), added.space() + 1));
    writer.put(List.of(W2));
  }

  /**
   * How long a call may take that need not wait; asked anew, since the mutants' runner has less
   * patience.
   */
  private static Duration patience() {
    return Duration.ofSeconds(Integer.getInteger("stillpoint.tck.writerSeconds", 30));
  }

  private static boolean isDone(Future<?> future, Duration most) throws Exception {
    try {
      future.get(most.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private static void requireOneInstant(TableSnapshot snapshot) {
    boolean index = !snapshot.description().definition().indexes().isEmpty();
    List<Entry> items = Drain.all(snapshot.items(), "the items of an open that was held");
    boolean first = contains(items, W1);
    boolean second = contains(items, W2);
    Promise.require(
        "CONF-2/second-write",
        "the instant is inside the open, so that a write while it is held is not in the items",
        !second,
        () -> "W2 is in the items");
    Promise.require(
        "CONF-2/index-without-write",
        "a description with the index is of an instant at which W1 was there",
        !index || first,
        () -> "the index without W1");
  }

  private static boolean contains(List<Entry> items, Map<String, AttributeValue> wanted) {
    return items.stream().anyMatch(entry -> TableWriter.item(entry).equals(wanted));
  }
}
