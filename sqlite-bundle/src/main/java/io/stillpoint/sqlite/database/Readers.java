package io.stillpoint.sqlite.database;

import io.stillpoint.api.storage.Deadline;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** The connections that read, and the watch over their deadlines. */
final class Readers {
  /** A read. */
  interface Query<T> {
    T run(Connection connection) throws SQLException;
  }

  /** A connection, and until when its query may run; 0 while it is idle. */
  private static final class Reader {
    final Connection connection;
    long deadlineNanos;
    boolean busy;

    Reader(Connection connection) {
      this.connection = connection;
    }

    synchronized void begin(Deadline deadline) {
      busy = true;
      deadlineNanos = deadline.nanoTime();
    }

    synchronized void end() {
      busy = false;
    }

    /** Interrupts the query if there is one and, unless all are to end, its time is over. */
    synchronized void interrupt(boolean all) {
      if (busy && (all || System.nanoTime() - deadlineNanos > 0)) {
        connection.interrupt();
      }
    }
  }

  private final List<Reader> all = new ArrayList<>();
  private final BlockingDeque<Reader> idle = new LinkedBlockingDeque<>();
  private volatile String stopped;

  Readers(List<Connection> connections) {
    connections.forEach(connection -> all.add(new Reader(connection)));
    idle.addAll(all);
  }

  /**
   * Runs a read on a free connection.
   *
   * @return what it returned
   * @throws BusyException if there was no free connection before the deadline, or reading has
   *     stopped
   */
  <T> T read(Query<T> query, Deadline deadline) throws SQLException, BusyException {
    Reader reader = take(deadline);
    try {
      reader.begin(deadline);
      if (stopped != null) {
        throw new BusyException(stopped);
      }
      return query.run(reader.connection);
    } catch (SQLException e) {
      // The query's own ROLLBACK may have been what was interrupted. This one is not.
      reader.end();
      reader.connection.rollback();
      throw e;
    } finally {
      reader.end();
      // The last used first: its statements are prepared and its pages are cached.
      idle.addFirst(reader);
    }
  }

  private Reader take(Deadline deadline) throws BusyException {
    Reader reader = idle.poll();
    while (reader == null && stopped == null && !deadline.hasPassed()) {
      try {
        long wait = Math.min(deadline.remainingNanos(), TimeUnit.MILLISECONDS.toNanos(100));
        reader = idle.poll(wait, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BusyException("the calling thread was interrupted");
      }
    }
    if (reader == null) {
      throw new BusyException(
          stopped != null ? stopped : "all " + all.size() + " readers are busy");
    }
    return reader;
  }

  /** Interrupts the queries whose time is over. Called several times a second. */
  void watch() {
    all.forEach(reader -> reader.interrupt(false));
  }

  /** Ends every query, and refuses later ones. */
  void stop(String reason) {
    stopped = reason;
    all.forEach(reader -> reader.interrupt(true));
  }

  /**
   * Closes every connection, each after its query has ended.
   *
   * @return whether all were closed by the deadline
   */
  boolean close(Deadline deadline) {
    for (int i = 0; i < all.size(); i++) {
      try {
        Reader reader = idle.poll(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        if (reader == null) {
          return false;
        }
        reader.connection.close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }

  /** A read that did not begin. */
  static final class BusyException extends Exception {
    private static final long serialVersionUID = 1L;

    BusyException(String message) {
      super(message);
    }
  }
}
