package io.stillpoint.tck.snapshot;

import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.table.TableStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Opens that are refused: which error, and how soon. */
@Tag("CONF-4")
@Tag("SNAP-6")
@Tag("SNAP-8")
public abstract class RefusalsContract extends SnapshotContractTest {
  private static final Duration AT_ONCE = Duration.ofSeconds(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  private <T extends Exception> T refused(
      String id, String promised, Class<T> error, String table) {
    return Promise.requireRefused(id, promised, error, () -> open(table).close());
  }

  @Test
  void aMissingTable() {
    indexedTable("Cities");
    int free = freePermits();
    TableNotFoundException refusal =
        refused(
            "SNAP-6/missing",
            "a table that is not there is 'table not found'",
            TableNotFoundException.class,
            "Towns");
    Promise.require(
        "SNAP-6/names-table",
        "a refusal names the table",
        refusal.getMessage().contains("Towns"),
        refusal::getMessage);
    Promise.requireEqual(
        "SNAP-8/refused-open-keeps-nothing",
        "an open that is refused gives its permit back",
        free,
        freePermits());
  }

  @Test
  void aTableThatIsBeingCreated() {
    TableWriter writer =
        TableWriter.create(storage(), definition("New", TableStatus.CREATING, KEY, List.of()));
    int free = freePermits();
    TableInUseException unused =
        refused(
            "SNAP-6/in-use",
            "a table that is CREATING is 'table in use'",
            TableInUseException.class,
            "New");
    Promise.requireEqual(
        "SNAP-8/refused-open-keeps-nothing",
        "an open that is refused gives its permit back",
        free,
        freePermits());
    writer.alter(d -> d.withStatus(TableStatus.UPDATING, null));
    try (TableSnapshot snapshot = open("New")) {
      Promise.requireEqual(
          "SNAP-6/updating",
          "a table that is UPDATING can be read (" + unused.getMessage() + ")",
          List.of(),
          Drain.all(snapshot.items(), "an empty table"));
    }
  }

  @Test
  void aTableThatIsBeingDeleted() {
    TableWriter writer = indexedTable("Going");
    writer.put(items(0, 1500, 0));
    boolean deleting =
        storage().delete(writer.table().id(), soon()).stream()
            .anyMatch(left -> left.state() == TableState.DELETING);
    StorageException refusal =
        refused(
            "SNAP-6/deleted",
            "a table that is DELETING is 'table in use', one that is gone 'table not found'",
            StorageException.class,
            "Going");
    Promise.require(
        "SNAP-6/deleted",
        "a table that is DELETING is 'table in use', one that is gone 'table not found'",
        refusal instanceof TableNotFoundException
            || (deleting && refusal instanceof TableInUseException),
        () -> refusal);
  }

  @Test
  void overTheLimitAnOpenIsRefusedAtOnce() {
    indexedTable("Cities").put(items(0, 10, 0));
    int permits = storage().limits().permits();
    Promise.require(
        "SNAP-8/at-least-one", "there is at least one permit", permits >= 1, () -> permits);
    Promise.requireEqual(
        "SNAP-8/free", "with no snapshot open all permits are free", permits, freePermits());
    List<TableSnapshot> open = new ArrayList<>();
    try {
      for (int i = 1; i <= permits; i++) {
        open.add(open("Cities"));
        Promise.requireEqual(
            "SNAP-8/free", "an open snapshot takes one permit", permits - i, freePermits());
      }
      for (int round = 0; round < 2; round++) {
        long began = System.nanoTime();
        LimitExceededException unused =
            refused(
                "SNAP-6/limit",
                "with no permit free an open is 'limit exceeded'",
                LimitExceededException.class,
                "Cities");
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Promise.require(
            "SNAP-6/limit-at-once",
            "the refusal does not wait (" + unused.getMessage() + ")",
            took.compareTo(AT_ONCE) < 0,
            () -> took);
        open.remove(0).close();
        open.add(open("Cities"));
      }
    } finally {
      open.forEach(TableSnapshot::close);
    }
    Promise.requireEqual("SNAP-2/closed", "closing gives the permit back", permits, freePermits());
  }

  @Test
  void ofManyOpensAtOnceAsManySucceedAsThereArePermits() throws Exception {
    indexedTable("Cities").put(items(0, 10, 0));
    int permits = storage().limits().permits();
    CountDownLatch start = new CountDownLatch(1);
    Callable<TableSnapshot> opening =
        () -> {
          start.await();
          return open("Cities");
        };
    List<Future<TableSnapshot>> opens = new ArrayList<>();
    for (int i = 0; i < 2 * permits; i++) {
      opens.add(threads.submit(opening));
    }
    start.countDown();
    List<TableSnapshot> opened = new ArrayList<>();
    try {
      for (Future<TableSnapshot> future : opens) {
        try {
          opened.add(future.get(30, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
          Promise.require(
              "SNAP-6/limit",
              "the others are 'limit exceeded'",
              e.getCause() instanceof LimitExceededException,
              e::getCause);
        }
      }
      Promise.requireEqual(
          "SNAP-8/as-many-as-permits",
          "of twice as many opens at once as there are permits, so many succeed",
          permits,
          opened.size());
    } finally {
      opened.forEach(TableSnapshot::close);
    }
    Promise.requireEqual("SNAP-2/closed", "closing gives the permits back", permits, freePermits());
  }
}
