package io.stillpoint.tck.snapshot;

import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.tck.snapshot.SnapshotBehaviour.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/**
 * What happens to an open stream when its table is deleted, an index is dropped, or the instance
 * leaves service: it is complete or ends with one error, as the backend declares; never short and
 * clean.
 */
@Tag("CONF-6")
public abstract class EndingsContract extends SnapshotContractTest {
  /** So few that a backend that can delete a table at once does so. */
  private static final int ITEMS = 400;

  private static final int PAGE = 50;
  private static final int READ = 10;

  private interface Event {
    void happens(TableWriter writer) throws Exception;
  }

  @Test
  void theTableIsDeleted(TestInfo test) throws Exception {
    endsAs(
        test,
        "CONF-6/delete",
        behaviour().onDelete(),
        writer -> {
          boolean unused = storage().delete(writer.table().id(), soon()).isPresent();
        });
  }

  @Test
  void anIndexIsDropped(TestInfo test) throws Exception {
    endsAs(
        test,
        "CONF-6/index-drop",
        behaviour().onIndexDrop(),
        writer -> {
          writer.alter(
              d ->
                  d.withIndexes(
                      List.of(d.indexes().get(0).with(IndexStatus.DELETING, false)),
                      d.nextSpace()));
          writer.alter(d -> d.withIndexes(List.of(), d.nextSpace()));
        });
  }

  @Test
  void theInstanceStops(TestInfo test) throws Exception {
    endsAs(test, "CONF-6/stop", behaviour().onStop(), writer -> instance().close());
  }

  @Test
  @Tag("RT-4")
  void theInstanceIsAborted(TestInfo test) throws Exception {
    endsAs(
        test,
        "CONF-6/abort",
        behaviour().onStop(),
        writer -> {
          long began = System.nanoTime();
          storage().abort();
          Duration took = Duration.ofNanos(System.nanoTime() - began);
          Promise.require(
              "RT-4/abort",
              "abort does not wait for open snapshots; within a second all is ended",
              took.compareTo(Duration.ofSeconds(1)) < 0,
              () -> took);
        });
  }

  private void endsAs(TestInfo test, String id, Ending declared, Event event) throws Exception {
    hooks(test, "a page of " + PAGE).ifPresent(hooks -> hooks.fetchSize(PAGE));
    TableWriter writer = indexedTable("Cities");
    List<Entry> read = new ArrayList<>();
    writer.put(items(0, ITEMS, 0));
    int permits = freePermits();
    TableSnapshot snapshot = open("Cities");
    try {
      EntryCursor items = snapshot.items();
      for (int i = 0; i < READ; i++) {
        read.add(items.next());
      }
      event.happens(writer);
      if (declared == Ending.ONE_ERROR) {
        ReleaseContract.requireOneError(id, items);
      } else {
        read.addAll(rest(id, items));
        Promise.requireEqual(id, "the stream is complete, as declared", ITEMS, read.size());
      }
      if (!id.equals("CONF-6/stop")) {
        Promise.requireEqual(
            "SNAP-2/ended", "a stream that has ended holds no permit", permits, freePermits());
      }
    } finally {
      snapshot.close();
    }
  }

  private static List<Entry> rest(String id, EntryCursor items) {
    try {
      return Drain.all(items, "the rest of a stream declared to be complete");
    } catch (RuntimeException e) {
      throw Promise.broken(id, "the stream is complete, as declared", e, e);
    }
  }
}
