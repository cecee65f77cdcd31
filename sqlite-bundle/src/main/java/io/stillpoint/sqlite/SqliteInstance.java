package io.stillpoint.sqlite;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.backend.OnlineCopy;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.sqlite.coordination.SqliteCoordination;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.DatabaseException;
import io.stillpoint.sqlite.database.DatabaseFile;
import io.stillpoint.sqlite.database.Slots;
import io.stillpoint.sqlite.snapshot.SnapshotParts;
import io.stillpoint.sqlite.snapshot.SqliteCopies;
import io.stillpoint.sqlite.snapshot.SqliteSnapshots;
import io.stillpoint.sqlite.storage.CurrentStorage;
import io.stillpoint.sqlite.storage.SqliteStorage;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One configured instance: owns the file, opens the database on a thread of its own, and opens it
 * again after an error that closed it (OPS-9). Its services can be called from the start; until it
 * serves, calls are transient.
 */
public final class SqliteInstance implements AutoCloseable {
  /** Told of each change, on the instance's own thread. */
  public interface StatusListener {
    /**
     * The instance's status is another, or has another reason.
     *
     * @param reason one sentence; null while it serves
     */
    void changed(InstanceStatus status, String reason);
  }

  private static final Logger LOG = LoggerFactory.getLogger(SqliteInstance.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /**
   * Who served this long begins its next pauses anew: else a disk that fails at once is pressed.
   */
  private static final Duration STEADY = Duration.ofMinutes(1);

  private static final Duration CLOSE_BOUND = Duration.ofSeconds(5);

  /** An open database, and the storage on it. */
  private record Session(Database database, SqliteStorage storage) {}

  private final Settings settings;
  private final StatusListener listener;
  private final StorageEngine storage;
  private final CoordinationStore coordination;
  private final Slots slots;
  private final SnapshotEngine snapshots;
  private final OnlineCopy copies;
  private final Thread thread;
  private final Semaphore events = new Semaphore(0);
  private volatile Session session;
  private volatile boolean closing;
  private volatile boolean aborted;
  private volatile String reason = "it is connecting";
  private volatile String failure;

  /** Starts at once; call nothing else on it before the constructor has returned. */
  private SqliteInstance(Settings settings, StatusListener listener, SnapshotParts parts) {
    this.settings = settings;
    this.listener = listener;
    slots = new Slots(settings.instance(), settings.slots());
    storage = new CurrentStorage(() -> current().storage(), slots, this::abort);
    snapshots = new SqliteSnapshots(settings.instance(), () -> current().database(), slots, parts);
    copies = new SqliteCopies(settings.instance(), () -> current().database(), slots);
    coordination = new SqliteCoordination(() -> current().database());
    thread = new Thread(this::run, "stillpoint-sqlite-" + settings.instance());
    thread.setDaemon(true);
  }

  /** Starts an instance; it serves, or says why not, soon after. */
  public static SqliteInstance start(Settings settings, StatusListener listener) {
    return start(settings, listener, SnapshotParts.standard());
  }

  /** The same, with parts of its own; tests put their pauses there. */
  public static SqliteInstance start(
      Settings settings, StatusListener listener, SnapshotParts parts) {
    SqliteInstance instance = new SqliteInstance(settings, listener, parts);
    instance.thread.start();
    return instance;
  }

  public StorageEngine storage() {
    return storage;
  }

  public CoordinationStore coordination() {
    return coordination;
  }

  public SnapshotEngine snapshots() {
    return snapshots;
  }

  public OnlineCopy copies() {
    return copies;
  }

  private Session current() {
    Session open = session;
    if (open == null || aborted) {
      throw new TransientException(
          "Instance '" + settings.instance() + "' does not serve: " + reason);
    }
    return open;
  }

  private void abort() {
    aborted = true;
    reason = "it left service";
    Session open = session;
    if (open != null) {
      open.database().abort(reason);
    }
  }

  private void run() {
    try (DatabaseFile file = settings.inMemory() ? null : new DatabaseFile(settings.path())) {
      Duration pause = FIRST_PAUSE;
      while (!closing) {
        boolean lasting = false;
        try {
          long began = System.nanoTime();
          serve(file);
          if (System.nanoTime() - began > STEADY.toNanos()) {
            pause = FIRST_PAUSE;
          }
        } catch (DatabaseException e) {
          report(InstanceStatus.FAILED, e.getMessage());
          lasting = e.isLasting();
        } catch (StorageException e) {
          report(InstanceStatus.FAILED, e.getMessage());
        } catch (RuntimeException | LinkageError e) {
          LOG.error("Instance {} cannot be opened", settings.instance(), e);
          report(
              InstanceStatus.FAILED,
              settings.place() + " cannot be opened (" + e + "): the log has the details.");
        }
        if (closing) {
          return;
        }
        if (closing) {
          break;
        }
        // An in-memory database that failed is gone; a new one would hide that.
        rest(lasting || settings.inMemory() ? null : pause);
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    }
  }

  /** Opens, serves until the instance is closed or the database fails, and ends the database. */
  private void serve(DatabaseFile file) throws DatabaseException {
    failure = null;
    Database database =
        Database.open(
            settings.instance(),
            file == null ? null : file.own(),
            settings.readers(),
            this::failed);
    try {
      SqliteStorage opened =
          SqliteStorage.start(settings.instance(), database, settings.controlPlaneDelay());
      session = new Session(database, opened);
      report(InstanceStatus.SERVING, null);
      while (!closing && failure == null) {
        rest(null);
      }
      opened.stop();
    } finally {
      session = null;
      if (!database.end(failure == null ? "it left service" : failure)) {
        LOG.error(
            "Instance {}: a call did not come back within its bound; its handle of {} stays open",
            settings.instance(),
            settings.place());
        if (file != null) {
          file.keepOwnership();
        }
      }
    }
    if (failure != null) {
      report(InstanceStatus.FAILED, failure);
    }
  }

  private void failed(String sentence) {
    if (failure == null) {
      failure = sentence;
      reason = sentence;
      events.release();
    }
  }

  private void report(InstanceStatus status, String why) {
    if (why != null) {
      reason = why;
      LOG.warn("Instance {} is {}: {}", settings.instance(), status, why);
    } else {
      LOG.info("Instance {} serves {}", settings.instance(), settings.place());
    }
    listener.changed(status, why);
  }

  /** Waits for the next event; at most for a while, if one is given. */
  private void rest(Duration most) {
    try {
      if (most == null) {
        events.acquire();
      } else if (events.tryAcquire(most.toMillis(), TimeUnit.MILLISECONDS)) {
        events.drainPermits();
      }
    } catch (InterruptedException e) {
      closing = true;
    }
  }

  /** Leaves service: every call returns, every native handle is closed, the file is given up. */
  @Override
  public void close() {
    closing = true;
    reason = "it left service";
    events.release();
    try {
      thread.join(CLOSE_BOUND.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      LOG.error(
          "Instance {} did not close within {} s", settings.instance(), CLOSE_BOUND.toSeconds());
    }
  }
}
