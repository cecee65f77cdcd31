package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.snapshot.SnapshotMarker;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.table.TableDescription;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.Slots;
import io.stillpoint.sqlite.storage.TableRow;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens snapshots of the database that is open now. */
public final class SqliteSnapshots implements SnapshotEngine {
  /** SQLite has no name for an instant that a client may ask for: when it was, and which one. */
  private static final String MARKER_KIND = "sqlite-read-transaction";

  private static final Logger LOG = LoggerFactory.getLogger(SqliteSnapshots.class);

  private final String instance;
  private final Supplier<Database> current;
  private final Slots slots;
  private final SnapshotParts parts;

  /**
   * @param current the open database; throws TransientException while there is none
   */
  public SqliteSnapshots(
      String instance, Supplier<Database> current, Slots slots, SnapshotParts parts) {
    this.instance = instance;
    this.current = current;
    this.slots = slots;
    this.parts = parts;
  }

  @Override
  public TableSnapshot openTableSnapshot(String accountId, String tableName) {
    Database database = current.get();
    Runnable slot = slots.take(Slots.Kind.SNAPSHOT);
    boolean opened = false;
    try {
      TableSnapshot snapshot =
          parts.instants().at(database, instant -> open(instant, slot, accountId, tableName));
      opened = true;
      return snapshot;
    } finally {
      if (!opened) {
        slot.run();
      }
    }
  }

  private TableSnapshot open(
      io.stillpoint.sqlite.snapshot.Instant instant, Runnable slot, String account, String name)
      throws SQLException {
    instant.reader().afterwards(slot);
    TableRow row = instant.find(account, name);
    SnapshotMarker marker =
        new SnapshotMarker(MARKER_KIND, Instant.now() + " " + UUID.randomUUID());
    if (row == null) {
      throw new TableNotFoundException(
          "Instance '" + instance + "' has no table " + name + " of account " + account + ".");
    }
    if (row.table().state() != TableState.LIVE) {
      throw new TableInUseException("Table " + name + " is DELETING.");
    }
    TableDescription described = describe(row);
    described.requireReadable();
    instant.settle(row);
    boolean keyOrdered =
        instant.read(
            "table " + name,
            connection -> Pages.isKeyOrdered(connection, row.relation(Spaces.ITEMS)));
    if (!keyOrdered) {
      LOG.warn(
          "Instance {}: table {} has no unique index of its keys' bytes; its snapshot is complete,"
              + " but in no order. Copy the table to a new one to mend it.",
          instance,
          name);
    }
    return new SqliteSnapshot(
        instant, row, keyOrdered ? described : described.unordered(), marker, parts.bounds());
  }

  private TableDescription describe(TableRow row) {
    try {
      return TableDescription.of(row.table().document(), row.table().spaces());
    } catch (IllegalArgumentException e) {
      throw new InternalException(
          "Instance '"
              + instance
              + "': the definition of table "
              + row.table().name()
              + " cannot be read: "
              + e.getMessage(),
          e);
    }
  }
}
