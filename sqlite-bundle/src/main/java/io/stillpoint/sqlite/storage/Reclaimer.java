package io.stillpoint.sqlite.storage;

import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empties relations that nobody can reach any more in pieces that hold the write lock a few
 * milliseconds, then drops them, and removes the row of a DELETING table with its last one. What is
 * to be done is in the database, so it goes on after a restart.
 */
final class Reclaimer {
  private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);
  private static final Duration CALL = Duration.ofSeconds(30);
  private static final long PIECE_NANOS = Duration.ofMillis(15).toNanos();
  private static final int FIRST_PIECE = 16;
  private static final int LARGEST_PIECE = 20_000;

  private final String instance;
  private final Database database;
  private final Catalog catalog;
  private final Duration delay;
  private final Semaphore wakes = new Semaphore(0);
  private final Thread thread;
  private volatile boolean stopped;
  private int piece = FIRST_PIECE;

  /**
   * @param delay how long a table stays DELETING at least
   */
  Reclaimer(String instance, Database database, Catalog catalog, Duration delay) {
    this.instance = instance;
    this.database = database;
    this.catalog = catalog;
    this.delay = delay;
    thread = new Thread(this::run, "stillpoint-sqlite-reclaimer-" + instance);
    thread.setDaemon(true);
  }

  void start() {
    wakes.release();
    thread.start();
  }

  /** Says that there is something to do. */
  void wake() {
    wakes.release();
  }

  void stop() {
    stopped = true;
    wakes.release();
  }

  private void run() {
    while (!stopped) {
      try {
        wakes.acquire();
        wakes.drainPermits();
        if (!stopped && !delay.isZero()) {
          pause();
        }
        while (!stopped && step()) {
          // Each step is one short transaction; other writers come between.
        }
      } catch (InterruptedException e) {
        return;
      } catch (StorageException e) {
        if (!stopped) {
          LOG.warn("Instance {}: reclaiming stopped and begins anew: {}", instance, e.getMessage());
          wakes.release();
          pauseAfterFailure();
        }
      }
    }
  }

  private void pause() throws InterruptedException {
    long end = System.nanoTime() + delay.toNanos();
    while (!stopped && System.nanoTime() - end < 0) {
      wakes.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    }
  }

  private void pauseAfterFailure() {
    try {
      wakes.tryAcquire(2, 1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      stopped = true;
    }
  }

  /** Does one piece; says whether more may be left. */
  private boolean step() {
    return database.change(this::reclaimPiece, Deadline.after(CALL));
  }

  private Boolean reclaimPiece(Connection connection) throws SQLException {
    String relation;
    long number;
    try (ResultSet rows =
        connection.prepare("SELECT relation, table_number FROM reclaim LIMIT 1").executeQuery()) {
      if (!rows.next()) {
        return false;
      }
      relation = rows.getString(1);
      number = rows.getLong(2);
    }
    PreparedStatement delete =
        connection.prepare(
            "DELETE FROM "
                + relation
                + " WHERE rowid IN (SELECT rowid FROM "
                + relation
                + " LIMIT ?)");
    delete.setInt(1, piece);
    long began = System.nanoTime();
    int deleted = delete.executeUpdate();
    long took = System.nanoTime() - began;
    piece =
        took < PIECE_NANOS / 2
            ? Math.min(LARGEST_PIECE, piece * 2)
            : (int) Math.max(1, piece * PIECE_NANOS / 2 / took);
    if (deleted == 0) {
      connection.executeOnce("DROP TABLE " + relation);
      piece = FIRST_PIECE;
      PreparedStatement done = connection.prepare("DELETE FROM reclaim WHERE relation = ?");
      done.setString(1, relation);
      done.executeUpdate();
      removeIfLast(connection, number);
    }
    return true;
  }

  private void removeIfLast(Connection connection, long number) throws SQLException {
    PreparedStatement left =
        connection.prepare("SELECT count(*) FROM reclaim WHERE table_number = ?");
    left.setLong(1, number);
    try (ResultSet rows = left.executeQuery()) {
      rows.next();
      if (rows.getInt(1) > 0) {
        return;
      }
    }
    for (TableRow row : catalog.committed().values()) {
      if (row.number() == number && row.table().state() == TableState.DELETING) {
        catalog.remove(connection, row);
      }
    }
  }
}
