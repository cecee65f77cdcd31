package io.stillpoint.sqlite.database;

import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.OutcomeUnknownException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.storage.Deadline;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open database: one writer, some readers. Ends for good at {@link #end} or at the first error
 * after which it may not be trusted; whoever opened it then opens another.
 *
 * <p>An in-memory database has one connection, which readers and the writer use in turn: SQLite
 * shares memory between connections only with table locks, under which readers and writers refuse
 * each other.
 */
public final class Database {
  /** A read. */
  public interface Query<T> extends Readers.Query<T> {}

  /** A change. */
  public interface Operation<T> extends Writer.Operation<T> {}

  /** Keeps in step with transactions, on the writer's thread, before anyone is answered. */
  public interface Follower {
    /** One operation of the running transaction was undone, after it may have begun. */
    void operationUndone(Connection connection) throws SQLException;

    void transactionCommitted();

    void transactionRolledBack();
  }

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);
  private static final Duration STOP_BOUND = Duration.ofMillis(800);
  private static final int ROOM_BYTES = 64 << 10;

  private final String instance;
  private final Path path;
  private final Lock turn = new ReentrantLock(true);
  private final Consumer<String> onFailure;
  private final Connection writing;
  private final Writer writer;
  private final Readers readers;

  /** Two threads: a checkpoint takes as long as the disk does, and deadlines do not wait for it. */
  private final ScheduledExecutorService housekeeping;

  private final Set<LongReader> longReaders = ConcurrentHashMap.newKeySet();
  private volatile String stopped;
  private Checkpointer checkpointer;
  private volatile Follower follower =
      new Follower() {
        @Override
        public void operationUndone(Connection connection) {}

        @Override
        public void transactionCommitted() {}

        @Override
        public void transactionRolledBack() {}
      };

  private Database(
      String instance,
      Path path,
      Connection writing,
      List<Connection> reading,
      Consumer<String> onFailure) {
    this.instance = instance;
    this.path = path;
    this.writing = writing;
    this.onFailure = onFailure;
    writer = new Writer(instance, writing, turn, new Events());
    readers = new Readers(reading);
    housekeeping =
        Executors.newScheduledThreadPool(
            2,
            task -> {
              Thread thread = new Thread(task, "stillpoint-sqlite-housekeeping-" + instance);
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Opens a database and brings its schema up to date.
   *
   * @param path a real path, owned by the caller; null for a new in-memory database
   * @param onFailure told once, with a sentence for people, when it has ended by an error
   */
  public static Database open(
      String instance, Path path, int readerCount, Consumer<String> onFailure)
      throws DatabaseException {
    String place = path == null ? "memory" : path.toString();
    Connection writing = null;
    List<Connection> opened = new ArrayList<>();
    try {
      writing = Connection.writer(path);
      opened.add(writing);
      Migrations.requireOurs(writing, place);
      if (path != null) {
        writing.enterWal();
      }
      Migrations.apply(writing, place);
      requireRoom(writing);
      List<Connection> reading = new ArrayList<>();
      if (path == null) {
        reading.add(writing);
      } else {
        for (int i = 0; i < readerCount; i++) {
          Connection reader = Connection.reader(path);
          opened.add(reader);
          reading.add(reader);
        }
      }
      Database database = new Database(instance, path, writing, reading, onFailure);
      if (path != null) {
        Connection checkpoints = Connection.writer(path);
        checkpoints.enterWal();
        database.checkpointer = new Checkpointer(path, checkpoints, database.writer);
      }
      return database;
    } catch (SQLException e) {
      opened.forEach(Connection::close);
      throw new DatabaseException(Failures.sentence(e, path), Failures.isDamage(e), e);
    } catch (DatabaseException e) {
      opened.forEach(Connection::close);
      throw e;
    }
  }

  /**
   * Writes and syncs a little, so that a disk that is full, broken or read-only shows now and not
   * at the first user's write (OPS-9).
   */
  private static void requireRoom(Connection connection) throws SQLException {
    connection.executeOnce(
        "INSERT OR REPLACE INTO meta VALUES ('room', hex(zeroblob(" + ROOM_BYTES / 2 + ")))");
    connection.executeOnce("DELETE FROM meta WHERE name = 'room'");
  }

  /** Begins to serve. */
  public void start(Follower transactions) {
    follower = transactions;
    writer.start();
    ScheduledFuture<?> unused =
        housekeeping.scheduleWithFixedDelay(readers::watch, 50, 50, TimeUnit.MILLISECONDS);
    if (checkpointer != null) {
      unused =
          housekeeping.scheduleWithFixedDelay(this::runCheckpoint, 500, 500, TimeUnit.MILLISECONDS);
    }
  }

  private void runCheckpoint() {
    try {
      checkpointer.run();
    } catch (SQLException e) {
      LOG.warn("Instance {}: a checkpoint failed: {}", instance, Failures.sentence(e, path));
    } catch (RuntimeException e) {
      LOG.warn("Instance {}: a checkpoint failed", instance, e);
    }
  }

  /**
   * Reads on a free connection. Not for a thread inside an operation.
   *
   * @throws TransientException if it could not begin, or was cut short
   * @throws InternalException if SQLite refused it
   */
  public <T> T read(Query<T> query, Deadline deadline) {
    try {
      if (path == null) {
        return inTurn(query, deadline);
      }
      return readers.read(query, deadline);
    } catch (Readers.BusyException e) {
      throw new TransientException(about(e.getMessage()), e);
    } catch (SQLException e) {
      if (Failures.isInterrupt(e)) {
        throw new TransientException(about("the read was cut short"), e);
      }
      if (Failures.closesDatabase(e)) {
        fail(e);
        throw new TransientException(about(Failures.sentence(e, path)), e);
      }
      throw new InternalException(about(Failures.sentence(e, path)), e);
    }
  }

  private <T> T inTurn(Query<T> query, Deadline deadline)
      throws SQLException, Readers.BusyException {
    try {
      if (!turn.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
        throw new Readers.BusyException("the database was busy to the deadline");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Readers.BusyException("the calling thread was interrupted");
    }
    try {
      return readers.read(query, deadline);
    } finally {
      turn.unlock();
    }
  }

  /** Runs a change and says how it ended. Blocks at most to the deadline. */
  public <T> Written<T> write(Operation<T> operation, Deadline deadline) {
    return writer.write(operation, deadline);
  }

  /**
   * Runs a change whose caller has no use for the fine print.
   *
   * @throws TransientException if it was not applied
   * @throws OutcomeUnknownException if it may have been
   * @throws InternalException if SQLite refused it
   */
  public <T> T change(Operation<T> operation, Deadline deadline) {
    Written<T> written = write(operation, deadline);
    if (written instanceof Written.Done<T> done) {
      return done.result();
    }
    if (written instanceof Written.NotApplied<T> not) {
      throw new TransientException(about(not.reason()));
    }
    if (written instanceof Written.Unknown<T> unknown) {
      throw new OutcomeUnknownException(about(unknown.reason()));
    }
    Exception cause = ((Written.Failed<T>) written).cause();
    throw new InternalException(about(cause.getMessage()), cause);
  }

  public boolean inMemory() {
    return path == null;
  }

  /** How large the write-ahead log is now, in bytes; 0 in memory. */
  public long logBytes() {
    return checkpointer == null ? 0 : checkpointer.logBytes();
  }

  /**
   * Opens a connection of its own for one long read of a file. Ends with the database at the
   * latest.
   *
   * @throws TransientException if the database is ending
   * @throws InternalException if SQLite refused it
   */
  public LongReader longReader() {
    return longReader(() -> Connection.reader(path));
  }

  /** The same for a copy of the file to another: SQLite wants a connection that may write. */
  public LongReader copier() {
    return longReader(() -> Connection.writer(path));
  }

  private interface Opener {
    Connection open() throws SQLException;
  }

  private LongReader longReader(Opener opener) {
    try {
      return opened(opener.open());
    } catch (SQLException e) {
      throw new InternalException(about(Failures.sentence(e, path)), e);
    }
  }

  private LongReader opened(Connection connection) {
    LongReader reader = new LongReader(connection, this::fail, longReaders::remove);
    longReaders.add(reader);
    String reason = stopped;
    if (reason != null) {
      reader.end(about(reason));
      throw new TransientException(about(reason));
    }
    return reader;
  }

  /**
   * Opens a reader of an empty in-memory database that the connection attaches as {@code copy}.
   *
   * @param connection this database's, outside a transaction
   */
  public LongReader attachCopy(Connection connection) throws SQLException {
    String name = Connection.attachable("stillpoint-" + UUID.randomUUID());
    LongReader reader = opened(Connection.copy(name));
    try {
      connection.executeOnce("ATTACH '" + name + "' AS copy");
      return reader;
    } catch (SQLException e) {
      reader.end("it was not begun");
      throw e;
    }
  }

  private void endLongReaders(String reason) {
    stopped = reason;
    longReaders.forEach(reader -> reader.abort(about(reason)));
  }

  private String about(String what) {
    return "Instance '" + instance + "': " + what;
  }

  private void fail(SQLException cause) {
    onFailure.accept(Failures.sentence(cause, path));
  }

  /** Makes every call return within a second and refuses later ones. Never blocks. */
  public void abort(String reason) {
    endLongReaders(reason);
    readers.stop(reason);
    writer.abort(reason);
    try {
      var unused =
          housekeeping.schedule(
              () -> {
                if (!writer.awaitEnd(Duration.ZERO)) {
                  writer.giveUpRunning();
                }
              },
              STOP_BOUND.toMillis(),
              TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // It is being closed: that answers them.
    }
  }

  /**
   * Ends it: every call returns, every native handle is closed.
   *
   * @return whether every handle was closed; false if a call did not come back within a second,
   *     whose handle is left open
   */
  public boolean end(String reason) {
    endLongReaders(reason);
    readers.stop(reason);
    writer.abort(reason);
    housekeeping.shutdownNow();
    if (checkpointer != null) {
      checkpointer.interrupt();
    }
    boolean writerEnded = writer.awaitEnd(STOP_BOUND);
    if (!writerEnded) {
      writer.giveUpRunning();
    }
    boolean housekeepingEnded = false;
    try {
      housekeepingEnded = housekeeping.awaitTermination(1, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // In memory the readers' connection is the writer's.
    longReaders.forEach(reader -> reader.end(about(reason)));
    boolean longReadersEnded = longReaders.isEmpty();
    boolean readersEnded =
        (path != null || writerEnded) && readers.close(Deadline.after(STOP_BOUND));
    if (checkpointer != null && housekeepingEnded) {
      checkpointer.close();
    }
    if (writerEnded && path != null) {
      writing.close();
    }
    boolean allEnded = writerEnded && readersEnded && longReadersEnded && housekeepingEnded;
    if (allEnded && path != null) {
      removeLog();
    }
    return allEnded;
  }

  /**
   * SQLite copies the log back and removes it when the last handle closes, but not by a handle that
   * was interrupted, as all of ours were: so one more is opened.
   */
  private void removeLog() {
    try (Connection last = Connection.writer(path)) {
      last.number("SELECT count(*) FROM sqlite_schema");
    } catch (SQLException e) {
      LOG.warn("Instance {}: its log is left for the next start: {}", instance, e.getMessage());
    }
  }

  private final class Events implements Writer.Listener {
    @Override
    public void undone(Connection connection) throws SQLException {
      follower.operationUndone(connection);
    }

    @Override
    public void committed() {
      follower.transactionCommitted();
    }

    @Override
    public void rolledBack() {
      follower.transactionRolledBack();
    }

    @Override
    public String sentence(SQLException cause) {
      return Failures.sentence(cause, path);
    }

    @Override
    public void failed(SQLException cause) {
      fail(cause);
    }
  }
}
