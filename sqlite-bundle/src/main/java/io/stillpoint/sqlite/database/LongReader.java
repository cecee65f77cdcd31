package io.stillpoint.sqlite.database;

import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.error.StorageException;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A connection of its own with one long read transaction, or one long statement. It ends once: by
 * its user, by the first error, or with its database. What it holds is given back by whoever can:
 * the thread that ends it, or the one whose statement was cut short by that.
 *
 * <p>Any thread; statements run one at a time.
 */
public final class LongReader {
  /** How long an ending waits for the statement that it cut short. */
  private static final long END_MILLIS = 1_000;

  private final Connection connection;
  private final Consumer<SQLException> onFailure;
  private final Consumer<LongReader> onReleased;
  private final ReentrantLock statements = new ReentrantLock();

  /** Guards the handle: an interrupt must not meet a closed one. */
  private final Object handle = new Object();

  private final AtomicBoolean released = new AtomicBoolean();
  private volatile String ended;
  private volatile Runnable afterwards = () -> {};

  LongReader(
      Connection connection, Consumer<SQLException> onFailure, Consumer<LongReader> onReleased) {
    this.connection = connection;
    this.onFailure = onFailure;
    this.onReleased = onReleased;
  }

  /** What to do once when the connection is closed; before the first statement. */
  public void afterwards(Runnable action) {
    afterwards = Objects.requireNonNull(action, "action");
  }

  /** Why it ended; null while it has not. */
  public String ended() {
    return ended;
  }

  /**
   * Runs statements on the connection. Any error ends it.
   *
   * @param what what is read, for the message of an error
   * @throws SnapshotExpiredException if it has ended, or ends meanwhile
   * @throws InternalException if SQLite refused it, or the query met what it cannot read
   */
  public <T> T run(String what, Database.Query<T> query) {
    statements.lock();
    try {
      requireOpen(null);
      return query.run(connection);
    } catch (SQLException e) {
      requireOpen(e);
      end("it failed: " + e.getMessage());
      if (Failures.closesDatabase(e)) {
        onFailure.accept(e);
      }
      throw new InternalException(what + " cannot be read: " + e.getMessage(), e);
    } catch (StorageException e) {
      end("it failed: " + e.getMessage());
      throw e;
    } catch (RuntimeException e) {
      // What is stored is not what was written: a key that is none, a document that is none.
      end("it failed: " + e.getMessage());
      throw new InternalException(what + " cannot be read: " + e.getMessage(), e);
    } finally {
      statements.unlock();
      if (ended != null) {
        releaseIfIdle();
      }
    }
  }

  private void requireOpen(SQLException cause) {
    if (ended != null) {
      throw new SnapshotExpiredException(ended, cause);
    }
  }

  /**
   * Ends it, and waits until what it held is given back, for a second at most.
   *
   * @param reason a sentence's half for readers that come later; the first one counts
   */
  public void end(String reason) {
    interruptOnce(reason);
    boolean mine = false;
    try {
      mine = statements.tryLock(END_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      mine = statements.tryLock();
    }
    if (mine) {
      releaseAndUnlock();
    }
  }

  /** Ends it and does not wait: a running statement is cut short and gives back what is held. */
  void abort(String reason) {
    interruptOnce(reason);
    releaseIfIdle();
  }

  boolean isReleased() {
    return released.get();
  }

  private void interruptOnce(String reason) {
    synchronized (handle) {
      if (ended == null) {
        ended = reason;
        connection.interrupt();
      }
    }
  }

  private void releaseIfIdle() {
    if (statements.tryLock()) {
      releaseAndUnlock();
    }
  }

  private void releaseAndUnlock() {
    try {
      // Inside a statement of this thread: the statement's end comes here again.
      if (statements.getHoldCount() == 1 && released.compareAndSet(false, true)) {
        synchronized (handle) {
          connection.rollback();
          connection.close();
        }
        onReleased.accept(this);
        afterwards.run();
      }
    } finally {
      statements.unlock();
    }
  }
}
