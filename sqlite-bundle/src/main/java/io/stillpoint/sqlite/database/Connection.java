package io.stillpoint.sqlite.database;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.BooleanSupplier;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;
import org.sqlite.core.CoreStatement;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * One native handle with its prepared statements. For one thread at a time, but for {@link
 * #interrupt}.
 *
 * <p>Transactions are begun and ended by statements of ours: the driver's own mode can claim a
 * transaction that does not exist after SQLITE_BUSY.
 */
public final class Connection implements AutoCloseable {
  /** More than the statements of any one table; a server with many tables prepares some again. */
  private static final int MAX_STATEMENTS = 256;

  private static final int PAGE_SIZE = 8192;
  private static final int WRITER_CACHE_KIB = 16 << 10;
  private static final int READER_CACHE_KIB = 4 << 10;

  /** Steps of SQLite's virtual machine: microseconds in a query, milliseconds in a copy. */
  private static final int STEPS_BETWEEN_LOOKS = 1_000;

  /** What the write-ahead log is cut to when it begins anew. */
  private static final int LOG_BYTES = 64 << 20;

  private final SQLiteConnection connection;
  private final Map<String, PreparedStatement> statements =
      new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PreparedStatement> eldest) {
          if (size() <= MAX_STATEMENTS) {
            return false;
          }
          closeQuietly(eldest.getValue());
          return true;
        }
      };

  private Connection(SQLiteConnection connection) {
    this.connection = connection;
  }

  /**
   * Opens the connection that writes; creates the file if there is none.
   *
   * @param database null for a new in-memory database
   */
  static Connection writer(Path database) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setPageSize(PAGE_SIZE);
    config.setBusyTimeout(5_000);
    config.setCacheSize(-WRITER_CACHE_KIB);
    return open(database, config);
  }

  /** Turns to write-ahead logging, each commit synced. Only for a database known to be ours. */
  void enterWal() throws SQLException {
    executeOnce("PRAGMA journal_mode=WAL");
    executeOnce("PRAGMA synchronous=FULL");
    executeOnce("PRAGMA wal_autocheckpoint=0");
    executeOnce("PRAGMA journal_size_limit=" + LOG_BYTES);
  }

  /** Opens a connection that only reads. */
  static Connection reader(Path database) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setReadOnly(true);
    config.setCacheSize(-READER_CACHE_KIB);
    config.setBusyTimeout(5_000);
    return open(database, config);
  }

  /**
   * Opens a further, empty in-memory database. It lives as long as a connection to it.
   *
   * @param name a name that no other has, as {@link #attachable} makes it
   */
  static Connection copy(String name) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setPageSize(PAGE_SIZE);
    config.setCacheSize(-READER_CACHE_KIB);
    config.setOpenMode(SQLiteOpenMode.OPEN_URI);
    return open(name, config);
  }

  /** The name under which another in-memory database of this process can be attached. */
  static String attachable(String unique) {
    // The memdb file system: private to the process, and without the table locks of a shared cache.
    return "file:/" + unique + "?vfs=memdb";
  }

  /**
   * The driver's connection class itself: its DataSource and Driver would register with the JVM's
   * DriverManager and pin this bundle's class loader.
   */
  private static Connection open(Path database, SQLiteConfig config) throws SQLException {
    if (database == null) {
      config.setOpenMode(SQLiteOpenMode.OPEN_URI);
    }
    return open(database == null ? ":memory:" : database.toString(), config);
  }

  private static Connection open(String name, SQLiteConfig config) throws SQLException {
    // One thread at a time uses a connection, so SQLite need not lock it on every call.
    config.setOpenMode(SQLiteOpenMode.NOMUTEX);
    // Nobody asks for them, and the driver would query the last row id after every insert.
    config.setGetGeneratedKeys(false);
    Properties properties = config.toProperties();
    return new Connection(new JDBC4Connection("jdbc:sqlite:" + name, name, properties));
  }

  /** A prepared statement, kept for the next call with the same text. */
  public PreparedStatement prepare(String sql) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null || wasClosedByItsFailure(statement)) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    return statement;
  }

  /**
   * The driver closes the native statement whose execution failed (refused, interrupted), and its
   * isClosed() does not say so: kept, it would refuse every later call, a ROLLBACK included.
   */
  private static boolean wasClosedByItsFailure(PreparedStatement statement) {
    return ((CoreStatement) statement).pointer.isClosed();
  }

  /** Runs a statement without parameters or rows. */
  public void execute(String sql) throws SQLException {
    prepare(sql).execute();
  }

  /** Runs a statement once, without keeping it prepared. */
  public void executeOnce(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.execute();
    }
  }

  /**
   * Has something looked at now and then while a statement runs, on its thread.
   *
   * @param goesOn false makes the statement end with SQLITE_INTERRUPT
   */
  public void whileRunning(BooleanSupplier goesOn) throws SQLException {
    ProgressHandler.setHandler(
        connection,
        STEPS_BETWEEN_LOOKS,
        new ProgressHandler() {
          @Override
          protected int progress() {
            return goesOn.getAsBoolean() ? 0 : 1;
          }
        });
  }

  /** The number that a statement's first row begins with; 0 if there is no row. */
  public long number(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  /** Ends an open transaction, and says whether there was one to end. */
  public boolean rollback() {
    try {
      execute("ROLLBACK");
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  /** Makes a running statement end with SQLITE_INTERRUPT. From any thread. */
  public void interrupt() {
    try {
      connection.getDatabase().interrupt();
    } catch (SQLException e) {
      // Closed meanwhile: nothing runs.
    }
  }

  private static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      // A handle that cannot be closed is closed with its connection, or with the process.
    }
  }

  @Override
  public void close() {
    statements.values().forEach(Connection::closeQuietly);
    statements.clear();
    closeQuietly(connection);
  }
}
