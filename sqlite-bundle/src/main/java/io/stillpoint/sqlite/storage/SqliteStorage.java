package io.stillpoint.sqlite.storage;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.backend.LiveNumber;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.Slots;
import io.stillpoint.sqlite.database.Written;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The storage contract on one open database. */
public final class SqliteStorage {
  /** 100 items with 25 index entries each, old ones removed and new ones put, and their tokens. */
  private static final int MAX_BATCH_ENTRIES = 100 * (1 + 2 * 25) + 100;

  private static final long MAX_BATCH_BYTES = 64L << 20;

  private static final int LOAD_ENTRIES = 256;
  private static final long LOAD_BYTES = 1L << 20;

  /** Below it a deletion may be complete when it is answered (DROP-10). */
  private static final Duration AT_ONCE = Duration.ofSeconds(1);

  private final Database database;
  private final Catalog catalog;
  private final Reads reads;
  private final Ranges ranges;
  private final Tables tables;
  private final Reclaimer reclaimer;
  private final Duration controlPlaneDelay;

  private SqliteStorage(
      String instance, Database database, Catalog catalog, Duration controlPlaneDelay) {
    this.database = database;
    this.catalog = catalog;
    this.controlPlaneDelay = controlPlaneDelay;
    reads = new Reads(catalog);
    ranges = new Ranges(reads);
    tables = new Tables(catalog);
    reclaimer = new Reclaimer(instance, database, catalog, controlPlaneDelay);
  }

  /** Loads the catalog and begins to serve. */
  public static SqliteStorage start(
      String instance, Database database, Duration controlPlaneDelay) {
    Catalog catalog = database.read(Catalog::load, Deadline.after(Duration.ofSeconds(30)));
    SqliteStorage storage = new SqliteStorage(instance, database, catalog, controlPlaneDelay);
    database.start(catalog);
    storage.reclaimer.start();
    return storage;
  }

  /** Ends its own thread; the database is ended by whoever opened it. */
  public void stop() {
    reclaimer.stop();
  }

  String join(String cluster, Deadline deadline) {
    return database.change(connection -> join(connection, cluster), deadline);
  }

  private static String join(Connection connection, String cluster) throws SQLException {
    PreparedStatement insert =
        connection.prepare("INSERT INTO meta VALUES ('cluster', ?) ON CONFLICT DO NOTHING");
    insert.setString(1, cluster);
    insert.executeUpdate();
    try (ResultSet rows =
        connection.prepare("SELECT value FROM meta WHERE name = 'cluster'").executeQuery()) {
      rows.next();
      return rows.getString(1);
    }
  }

  public StoredTable create(NewTable table, Deadline deadline) {
    return database.change(c -> tables.create(c, table), deadline).orThrow();
  }

  public Optional<StoredTable> describe(TableId table, Deadline deadline) {
    return database.read(
        connection -> Optional.ofNullable(catalog.committed().get(table)).map(TableRow::table),
        deadline);
  }

  public List<StoredTable> tables(Deadline deadline) {
    return database.read(
        connection ->
            catalog.committed().values().stream()
                .map(TableRow::table)
                .sorted(
                    Comparator.comparing((StoredTable table) -> Bytes.utf8(table.account()))
                        .thenComparing(table -> Bytes.utf8(table.name())))
                .toList(),
        deadline);
  }

  public StoredTable alter(
      TableId table,
      long expectedRevision,
      Bytes document,
      Set<Integer> spaces,
      Deadline deadline) {
    StoredTable altered =
        database
            .change(c -> tables.alter(c, table, expectedRevision, document, spaces), deadline)
            .orThrow();
    reclaimer.wake();
    return altered;
  }

  public Optional<StoredTable> delete(TableId table, Deadline deadline) {
    boolean atOnce = controlPlaneDelay.compareTo(AT_ONCE) < 0;
    Optional<StoredTable> left =
        database.change(c -> tables.delete(c, table, atOnce), deadline).orThrow();
    if (left.isPresent()) {
      reclaimer.wake();
    }
    return left;
  }

  public List<Entry> read(
      List<TableRevision> planned, List<ReadKey> keys, boolean consistent, Deadline deadline) {
    if (keys.size() == 1 && planned.size() == 1) {
      Entry entry = database.read(c -> reads.one(c, planned.get(0), keys.get(0)), deadline);
      // List.of refuses null.
      List<Entry> entries = new ArrayList<>(1);
      entries.add(entry);
      return entries;
    }
    return database.read(c -> reads.several(c, planned, keys), deadline);
  }

  public Page range(RangeRequest request, Deadline deadline) {
    return database.read(c -> ranges.page(c, request), deadline);
  }

  public CommitOutcome commit(Batch batch, Deadline deadline) {
    CommitBatch operation = new CommitBatch(catalog, batch);
    requireWithinLimits(batch.changes().size(), operation.bytes());
    Written<CommitOutcome> written = database.write(operation, deadline);
    if (written instanceof Written.Done<CommitOutcome> done) {
      return done.result();
    }
    if (written instanceof Written.NotApplied<CommitOutcome> not) {
      return new CommitOutcome.Transient(not.reason());
    }
    if (written instanceof Written.Unknown<CommitOutcome> unknown) {
      return new CommitOutcome.Unknown(unknown.reason());
    }
    Exception cause = ((Written.Failed<CommitOutcome>) written).cause();
    throw new InternalException("a batch failed: " + cause.getMessage(), cause);
  }

  private static void requireWithinLimits(int entries, long bytes) {
    if (entries > MAX_BATCH_ENTRIES || bytes > MAX_BATCH_BYTES) {
      throw new LimitExceededException(
          "a batch of "
              + entries
              + " entries and "
              + bytes
              + " bytes; the limits are "
              + MAX_BATCH_ENTRIES
              + " and "
              + MAX_BATCH_BYTES);
    }
  }

  public void load(TableRevision table, int space, List<Entry> entries, Deadline deadline) {
    int from = 0;
    while (from < entries.size()) {
      int to = from;
      long bytes = 0;
      while (to < entries.size() && to - from < LOAD_ENTRIES && bytes < LOAD_BYTES) {
        bytes += entries.get(to++).value().length();
      }
      List<Entry> piece = entries.subList(from, to);
      Tables.Answer<Boolean> answer =
          database.change(c -> loadPiece(c, table, space, piece), deadline);
      answer.orThrow();
      from = to;
    }
  }

  private Tables.Answer<Boolean> loadPiece(
      Connection connection, TableRevision planned, int space, List<Entry> entries)
      throws SQLException {
    TableRow row = catalog.current(planned.table());
    if (row == null
        || row.table().revision() != planned.revision()
        || row.table().state() != TableState.LIVE) {
      return Tables.Answer.refused(
          new StaleRevisionException(
              "table " + planned.table() + " is not at revision " + planned.revision(),
              row == null ? 0 : row.table().revision()));
    }
    Relation relation = row.relation(space);
    for (Entry entry : entries) {
      Rows.put(connection, relation, entry.key(), entry.writeId(), entry.value());
    }
    return Tables.Answer.of(true);
  }

  public SpaceSize measure(TableRevision table, int space, Deadline deadline) {
    return database.read(c -> ranges.measure(c, table, space), deadline);
  }

  /** Limits that belong to the instance and not to the database that is open now. */
  static Limits limits(Slots slots) {
    int free = slots.free();
    return new Limits(MAX_BATCH_ENTRIES, MAX_BATCH_BYTES, slots.total(), free, slots.total(), free);
  }

  /** How far the log has grown. */
  List<LiveNumber> numbers() {
    return database.inMemory()
        ? List.of()
        : List.of(
            new LiveNumber(
                "log_bytes",
                database.logBytes(),
                "size of the write-ahead log; it grows with what is written while a snapshot is"
                    + " open"));
  }
}
