package io.stillpoint.sqlite.database;

import static io.stillpoint.sqlite.Started.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.storage.Deadline;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Group commit: who shares a transaction, who is undone, and when the answer comes. */
class WriterTest {
  @TempDir Path folder;

  private final ExecutorService callers = Executors.newCachedThreadPool();
  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger undone = new AtomicInteger();
  private volatile Runnable atCommit = () -> {};
  private volatile SQLException failure;
  private Path file;
  private Connection connection;
  private Connection reader;
  private Writer writer;

  @BeforeEach
  void open() throws SQLException {
    file = folder.resolve("t.db");
    connection = Connection.writer(file);
    connection.enterWal();
    connection.executeOnce("CREATE TABLE t (k INTEGER PRIMARY KEY)");
    reader = Connection.reader(file);
    writer =
        new Writer(
            "t",
            connection,
            new ReentrantLock(),
            new Writer.Listener() {
              @Override
              public void undone(Connection c) {
                undone.incrementAndGet();
              }

              @Override
              public void committed() {
                commits.incrementAndGet();
                atCommit.run();
              }

              @Override
              public void rolledBack() {}

              @Override
              public String sentence(SQLException cause) {
                return cause.getMessage();
              }

              @Override
              public void failed(SQLException cause) {
                failure = cause;
              }
            });
    writer.start();
  }

  @AfterEach
  void close() {
    writer.abort("the test ended");
    assertTrue(writer.awaitEnd(Duration.ofSeconds(10)), "the writer ends");
    callers.shutdownNow();
    reader.close();
    connection.close();
  }

  private <T> CompletableFuture<Written<T>> write(Writer.Operation<T> operation) {
    return CompletableFuture.supplyAsync(() -> writer.write(operation, in(20)), callers);
  }

  private static Writer.Operation<Integer> insert(int... keys) {
    return c -> {
      for (int key : keys) {
        c.executeOnce("INSERT INTO t VALUES (" + key + ")");
      }
      return keys.length;
    };
  }

  private List<Long> keys(Connection from) throws SQLException {
    List<Long> keys = new ArrayList<>();
    try (var rows = from.prepare("SELECT k FROM t ORDER BY k").executeQuery()) {
      while (rows.next()) {
        keys.add(rows.getLong(1));
      }
    }
    return keys;
  }

  /** Holds the writer inside an operation until all the others are queued. */
  private CompletableFuture<Written<Integer>> holdUntil(CountDownLatch queued)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Written<Integer>> held =
        write(
            c -> {
              begun.countDown();
              try {
                assertTrue(queued.await(20, TimeUnit.SECONDS), "the others are queued");
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              return 0;
            });
    assertTrue(begun.await(20, TimeUnit.SECONDS), "the writer begins");
    return held;
  }

  private void awaitQueued(int count) {
    Deadline deadline = in(20);
    while (writer.queued() < count) {
      assertFalse(deadline.hasPassed(), "waited 20 s for " + count + " queued operations");
      Thread.onSpinWait();
    }
  }

  @Test
  @Tag("LITE-6")
  void one_refused_operation_does_not_undo_the_others_of_its_transaction() throws Exception {
    CountDownLatch queued = new CountDownLatch(1);
    var held = holdUntil(queued);
    var first = write(insert(1, 2));
    awaitQueued(1);
    var fails = write(insert(3, 4, 1));
    awaitQueued(2);
    var throwing =
        write(
            c -> {
              c.executeOnce("INSERT INTO t VALUES (5)");
              throw new IllegalStateException("on purpose");
            });
    awaitQueued(3);
    var last = write(insert(6, 3));
    awaitQueued(4);
    queued.countDown();

    assertInstanceOf(Written.Done.class, held.get(20, TimeUnit.SECONDS));
    assertInstanceOf(Written.Done.class, first.get(20, TimeUnit.SECONDS));
    assertInstanceOf(Written.Failed.class, fails.get(20, TimeUnit.SECONDS));
    assertInstanceOf(Written.Failed.class, throwing.get(20, TimeUnit.SECONDS));
    assertInstanceOf(Written.Done.class, last.get(20, TimeUnit.SECONDS));
    assertEquals(List.of(1L, 2L, 3L, 6L), keys(reader));
    assertEquals(2, undone.get());
    assertTrue(commits.get() < 5, commits + " commits for 5 operations");
  }

  @Test
  @Tag("LITE-6")
  @Tag("DDB-12")
  void nothing_is_acknowledged_before_its_transaction_is_committed_and_synced() throws Exception {
    assertEquals(2, connection.number("PRAGMA synchronous"), "2 is FULL: a sync at each commit");
    CountDownLatch committed = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    atCommit =
        () -> {
          committed.countDown();
          try {
            assertTrue(go.await(20, TimeUnit.SECONDS));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    var write = write(insert(1));
    assertTrue(committed.await(20, TimeUnit.SECONDS), "the commit");
    assertEquals(List.of(1L), keys(reader), "another connection sees it");
    assertFalse(write.isDone(), "answered before the commit was taken note of");
    go.countDown();
    assertInstanceOf(Written.Done.class, write.get(20, TimeUnit.SECONDS));
  }

  @Test
  @Tag("LITE-6")
  void an_answer_finds_its_write_committed() throws Exception {
    for (int i = 0; i < 200; i++) {
      int key = i;
      assertInstanceOf(Written.Done.class, writer.write(insert(key), in(20)));
      assertEquals(1, reader.number("SELECT count(*) FROM t WHERE k = " + key));
    }
  }

  @Test
  void a_queued_operation_whose_time_is_over_never_runs() throws Exception {
    CountDownLatch queued = new CountDownLatch(1);
    var held = holdUntil(queued);
    Written<Integer> late = writer.write(insert(1), Deadline.after(Duration.ofMillis(30)));
    assertInstanceOf(Written.NotApplied.class, late);
    queued.countDown();
    assertInstanceOf(Written.Done.class, held.get(20, TimeUnit.SECONDS));
    assertInstanceOf(Written.Done.class, writer.write(insert(2), in(20)));
    assertEquals(List.of(2L), keys(reader));
  }

  @Test
  void abort_answers_what_is_queued_and_what_runs() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    var runs =
        write(
            c -> {
              c.executeOnce("INSERT INTO t VALUES (1)");
              running.countDown();
              return c.number(
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n");
            });
    assertTrue(running.await(20, TimeUnit.SECONDS), "the endless operation begins");
    var waits = write(insert(2));
    awaitQueued(1);
    long began = System.nanoTime();
    while (!runs.isDone() || !waits.isDone()) {
      // An interrupt before the statement's first step has no effect: say it until it is heard.
      writer.abort("left service");
      assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(10), "abort ends the calls");
      Thread.onSpinWait();
    }
    assertInstanceOf(Written.NotApplied.class, runs.get());
    assertInstanceOf(Written.NotApplied.class, waits.get());
    assertEquals(List.of(), keys(reader));
    assertInstanceOf(Written.NotApplied.class, writer.write(insert(3), in(1)));
    assertEquals(null, failure);
  }
}
