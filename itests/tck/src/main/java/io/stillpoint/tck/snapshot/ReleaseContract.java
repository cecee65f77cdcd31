package io.stillpoint.tck.snapshot;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Every end of a snapshot gives everything back, and the first error is the last. */
@Tag("SNAP-2")
@Tag("SNAP-3")
public abstract class ReleaseContract extends SnapshotContractTest {
  private static final int ITEMS = 120;
  private static final int PAGE = 50;

  private TableWriter writer;
  private int permits;

  @BeforeEach
  void fill(TestInfo test) {
    writer = indexedTable("Cities");
    writer.put(items(0, ITEMS, 0));
    hooks(test, "a page of " + PAGE).ifPresent(hooks -> hooks.fetchSize(PAGE));
    permits = freePermits();
  }

  private void requireFree(String id, String promised) {
    Promise.requireEqual(
        id, promised + ": as many permits are free as before", permits, freePermits());
  }

  @Test
  void aDrainedStreamHasReleasedAllWithItsLastItem() {
    TableSnapshot snapshot = open("Cities");
    EntryCursor items = snapshot.items();
    for (int i = 0; i < ITEMS; i++) {
      int count = i;
      Promise.require(
          "SNAP-2/all-items", "all items come", items.next() != null, () -> count + " items");
    }
    requireFree("SNAP-2/drained", "the fetch that shows the end ends the snapshot");
    Promise.require(
        "SNAP-2/end", "null follows the last item", items.next() == null, () -> "another");
    Promise.require("SNAP-2/end", "and stays", items.next() == null, () -> "another after null");
    snapshot.close();
    requireFree("SNAP-2/close-twice", "closing what has ended changes nothing");
  }

  @Test
  void aSnapshotThatIsNeverReadIsReleasedByClose() {
    TableSnapshot snapshot = open("Cities");
    snapshot.close();
    requireFree("SNAP-2/never-read", "close releases a snapshot that was never read");
    snapshot.close();
    requireFree("SNAP-2/close-twice", "closing twice is harmless");
  }

  @Test
  void anAbandonedStreamIsReleasedByClose() {
    TableSnapshot snapshot = open("Cities");
    EntryCursor items = snapshot.items();
    Entry first = items.next();
    items.close();
    requireFree("SNAP-2/abandoned", "closing the items' cursor ends the snapshot");
    requireOneError("SNAP-2/closed-early", items);
    items.close();
    snapshot.close();
    requireFree("SNAP-2/close-twice", "closing twice is harmless after " + first.key());
  }

  @Test
  void closeMayComeFromAnotherThread() throws Exception {
    TableSnapshot snapshot = open("Cities");
    EntryCursor items = snapshot.items();
    Entry first = items.next();
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      other.submit(snapshot::close).get(10, TimeUnit.SECONDS);
    } finally {
      other.shutdownNow();
    }
    requireFree("SNAP-2/other-thread", "close from another thread releases after " + first.key());
    requireOneError("SNAP-2/closed-early", items);
  }

  @Test
  void aFurtherCursorKeepsTheSnapshotOpenAndItsCloseToo() {
    TableSnapshot snapshot = open("Cities");
    try (EntryCursor index = snapshot.entries(Spaces.FIRST_INDEX)) {
      Promise.requireEqual(
          "SNAP-2/entries", "the index's space is read", ITEMS, Drain.all(index, "index").size());
    }
    Promise.requireEqual(
        "SNAP-2/entries-hold",
        "the end of another space's cursor does not end the snapshot",
        permits - 1,
        freePermits());
    snapshot.close();
    requireFree("SNAP-2/never-read", "close releases it");
  }

  @Test
  void aFailedFetchEndsTheStreamOnceAndReleasesAll(TestInfo test) {
    SnapshotHooks hooks = hooks(test, "a fetch that fails").orElse(null);
    if (hooks == null) {
      return;
    }
    TableSnapshot snapshot = open("Cities");
    EntryCursor items = snapshot.items();
    Entry first = items.next();
    hooks.failNextFetch();
    List<Entry> read = new ArrayList<>(List.of(first));
    StorageException error =
        Promise.requireRefused(
            "SNAP-3/error-shown",
            "a stream that cannot be read to its end says so",
            StorageException.class,
            () -> {
              for (Entry entry = items.next(); entry != null; entry = items.next()) {
                read.add(entry);
              }
            });
    int free = freePermits();
    requireNothingMore("SNAP-3", items);
    Promise.requireEqual(
        "SNAP-2/failed",
        "when the first error is thrown, all is released (" + error.getMessage() + ")",
        permits,
        free);
    Promise.requireEqual(
        "SNAP-3/up-to-the-error", "what was fetched before came", PAGE, read.size());
    snapshot.close();
  }

  /** The stream ends with 'snapshot expired', at once or after what was fetched already. */
  static void requireOneError(String id, EntryCursor items) {
    SnapshotExpiredException unused =
        Promise.requireRefused(
            id,
            "a stream that ends early says 'snapshot expired' and never looks complete",
            SnapshotExpiredException.class,
            () -> Drain.all(items, id));
    requireNothingMore("SNAP-3", items);
  }

  private static void requireNothingMore(String id, EntryCursor items) {
    for (int i = 0; i < 2; i++) {
      Entry after;
      try {
        after = items.next();
      } catch (RuntimeException e) {
        throw Promise.broken(
            id + "/thrown-once", "the error is thrown once, then null is returned", e, e);
      }
      Promise.require(
          id + "/nothing-after-error",
          "nothing follows the first error",
          after == null,
          () -> "another entry");
    }
  }
}
