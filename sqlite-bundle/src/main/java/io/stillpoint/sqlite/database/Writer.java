package io.stillpoint.sqlite.database;

import io.stillpoint.api.storage.Deadline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes, with group commit: it takes what is queued into one transaction, each
 * operation in a savepoint of its own so that one that fails does not undo the others, commits,
 * which syncs, and only then answers (LITE-6, DDB-12).
 */
final class Writer {
  /** A change of the database, run on the writer's thread inside a transaction. */
  interface Operation<T> {
    /**
     * Checks first, then writes; a refusal is a result like any other and has written nothing.
     *
     * @throws SQLException undoes this operation
     */
    T apply(Connection connection) throws SQLException;

    /** Whether it writes by at most one statement, which SQLite undoes by itself if it fails. */
    default boolean isSingleStatement() {
      return false;
    }

    /** About how many bytes it writes; bounds a group. */
    default long bytes() {
      return 0;
    }
  }

  /**
   * What keeps in step with transactions, called on the writer's thread before anyone is answered.
   */
  interface Listener {
    /**
     * One operation of the running transaction was undone, after it may have begun.
     *
     * @param connection inside the transaction
     */
    void undone(Connection connection) throws SQLException;

    void committed();

    void rolledBack();

    /** What callers are told of an error that ended their transaction. */
    String sentence(SQLException cause);

    /** The database must be closed; nothing more will be written through this writer. */
    void failed(SQLException cause);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);
  private static final int QUEUE = 4096;
  private static final int GROUP = 512;
  private static final long GROUP_BYTES = 8L << 20;

  /**
   * A group takes no further operation after this, so that with its commit it stays under 50 ms.
   */
  private static final long GROUP_NANOS = Duration.ofMillis(20).toNanos();

  private static final long LONG_NANOS = Duration.ofMillis(50).toNanos();

  private final String instance;
  private final Connection connection;
  private final Lock turn;
  private final Listener listener;
  private final ArrayBlockingQueue<WriteTask<?>> queue = new ArrayBlockingQueue<>(QUEUE);
  private final Thread thread;
  private final List<WriteTask<?>> group = Collections.synchronizedList(new ArrayList<>());
  private volatile String stopped;
  private volatile boolean checkpointWanted;

  /**
   * @param turn held during each transaction; what an in-memory database's readers take too
   */
  Writer(String instance, Connection connection, Lock turn, Listener listener) {
    this.instance = instance;
    this.connection = connection;
    this.turn = turn;
    this.listener = listener;
    thread = new Thread(this::run, "stillpoint-sqlite-writer-" + instance);
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Runs an operation and waits for its end, at most to the deadline. */
  <T> Written<T> write(Operation<T> operation, Deadline deadline) {
    WriteTask<T> task = new WriteTask<>(operation, deadline);
    if (stopped != null) {
      return new Written.NotApplied<>(stopped);
    }
    if (!queue.offer(task)) {
      return new Written.NotApplied<>("the write queue is full (" + QUEUE + " operations)");
    }
    if (stopped != null) {
      refuseQueued();
    }
    return task.await();
  }

  /** How many operations wait. */
  int queued() {
    return queue.size();
  }

  /** Asks for a checkpoint between two transactions; see {@link Checkpointer}. */
  void checkpoint() {
    checkpointWanted = true;
  }

  private void run() {
    while (stopped == null) {
      WriteTask<?> first = next();
      if (first != null) {
        turn.lock();
        try {
          transaction(first);
          if (checkpointWanted && stopped == null) {
            checkpointWanted = false;
            Checkpointer.passive(connection);
          }
        } catch (SQLException e) {
          LOG.warn("Instance {}: a checkpoint failed: {}", instance, e.getMessage());
        } finally {
          turn.unlock();
        }
      }
    }
    refuseQueued();
  }

  private WriteTask<?> next() {
    try {
      return queue.poll(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return null;
    }
  }

  private void transaction(WriteTask<?> first) {
    long began = System.nanoTime();
    long bytes = 0;
    group.clear();
    try {
      connection.execute("BEGIN IMMEDIATE");
      for (WriteTask<?> task = first; task != null; task = more(began, bytes)) {
        if (task.start()) {
          group.add(task);
          bytes += task.bytes();
          run(task);
        }
      }
    } catch (SQLException e) {
      first.notApplied(listener.sentence(e));
      abandon(e, false);
      return;
    }
    long ran = System.nanoTime();
    try {
      connection.execute("COMMIT");
    } catch (SQLException e) {
      abandon(e, Failures.leavesCommitUnknown(e));
      return;
    }
    long ended = System.nanoTime();
    listener.committed();
    group.forEach(WriteTask::done);
    if (ended - began > LONG_NANOS) {
      LOG.warn(
          "Instance {}: a transaction of {} operations and {} bytes held the write lock for {} ms,"
              + " {} of them to sync",
          instance,
          group.size(),
          bytes,
          TimeUnit.NANOSECONDS.toMillis(ended - began),
          TimeUnit.NANOSECONDS.toMillis(ended - ran));
    }
  }

  private WriteTask<?> more(long began, long bytes) {
    boolean full =
        group.size() >= GROUP || bytes >= GROUP_BYTES || System.nanoTime() - began > GROUP_NANOS;
    return full ? null : queue.poll();
  }

  /** One operation. An error that SQLite may answer by ending the transaction ends the group. */
  private void run(WriteTask<?> task) throws SQLException {
    boolean savepoint = !task.isSingleStatement();
    if (savepoint) {
      connection.execute("SAVEPOINT operation");
    }
    try {
      task.run(connection);
    } catch (SQLException e) {
      if (Failures.endsTransaction(e)) {
        throw e;
      }
      undo(task, savepoint, e);
      return;
    } catch (RuntimeException e) {
      undo(task, savepoint, e);
      return;
    }
    if (savepoint) {
      connection.execute("RELEASE operation");
    }
  }

  private void undo(WriteTask<?> task, boolean savepoint, Exception cause) throws SQLException {
    if (savepoint) {
      connection.execute("ROLLBACK TO operation");
      connection.execute("RELEASE operation");
    }
    listener.undone(connection);
    group.remove(task);
    task.failed(cause);
  }

  /** Ends a group that was not committed, or perhaps was. */
  private void abandon(SQLException cause, boolean unknown) {
    connection.rollback();
    listener.rolledBack();
    String reason = listener.sentence(cause);
    if (unknown) {
      group.forEach(task -> task.unknown(reason));
    } else {
      group.forEach(task -> task.notApplied(reason));
    }
    if (unknown || Failures.closesDatabase(cause)) {
      stopped = reason;
      listener.failed(cause);
    }
  }

  private void refuseQueued() {
    for (WriteTask<?> task = queue.poll(); task != null; task = queue.poll()) {
      task.notApplied(stopped);
    }
  }

  /** Refuses what is queued and what comes later, and interrupts what runs. Never blocks. */
  void abort(String reason) {
    stopped = reason;
    thread.interrupt();
    connection.interrupt();
    refuseQueued();
  }

  /** Waits for the thread's end after {@link #abort}; says whether it came within the bound. */
  boolean awaitEnd(Duration bound) {
    if (Thread.currentThread() == thread || thread.getState() == Thread.State.NEW) {
      return true;
    }
    try {
      thread.join(Math.max(1, bound.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !thread.isAlive();
  }

  /** Answers what still runs after {@link #abort}: its end can no longer be waited for. */
  void giveUpRunning() {
    for (WriteTask<?> task : group.toArray(WriteTask[]::new)) {
      task.unknown(stopped);
    }
  }
}
