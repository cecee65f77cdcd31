package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.SnapshotMarker;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.table.TableDescription;
import io.stillpoint.sqlite.storage.Relation;
import io.stillpoint.sqlite.storage.TableRow;

/** An open snapshot: what is shared by its cursors, and ends with the instant's reader. */
final class SqliteSnapshot implements TableSnapshot {
  private final Instant instant;
  private final TableRow row;
  private final TableDescription description;
  private final SnapshotMarker marker;
  private final PageBounds bounds;
  private PageCursor current;
  private boolean itemsGiven;

  SqliteSnapshot(
      Instant instant,
      TableRow row,
      TableDescription description,
      SnapshotMarker marker,
      PageBounds bounds) {
    this.instant = instant;
    this.row = row;
    this.description = description;
    this.marker = marker;
    this.bounds = bounds;
  }

  @Override
  public TableDescription description() {
    return description;
  }

  @Override
  public SnapshotMarker marker() {
    return marker;
  }

  @Override
  public EntryCursor items() {
    return items(keyOrdered() ? Order.KEY : Order.ROWID);
  }

  @Override
  public EntryCursor itemsInAnyOrder() {
    return items(Order.ROWID);
  }

  private EntryCursor items(Order order) {
    return open(new Pages(row.relation(Spaces.ITEMS), order), true);
  }

  @Override
  public EntryCursor entries(int space) {
    if (space == Spaces.ITEMS) {
      return items();
    }
    if (!row.table().spaces().contains(space)) {
      throw new TableNotFoundException(
          "Table " + row.table().name() + " had no space " + space + " at the snapshot's instant.");
    }
    Relation relation = row.relation(space);
    boolean keyOrdered =
        instant.read(name(), connection -> Pages.isKeyOrdered(connection, relation));
    return open(new Pages(relation, keyOrdered ? Order.KEY : Order.ROWID), false);
  }

  private synchronized EntryCursor open(Pages pages, boolean items) {
    if (itemsGiven) {
      throw new IllegalStateException("the items' stream was given out already; it is the last");
    }
    if (current != null && current.isOpen()) {
      throw new IllegalStateException("a cursor is open; close it before the next");
    }
    itemsGiven = items;
    current = new PageCursor(instant, pages, bounds, name(), items);
    return current;
  }

  private String name() {
    return "table " + row.table().name();
  }

  @Override
  public void close() {
    instant.reader().end("the snapshot of " + name() + " was closed");
  }
}
