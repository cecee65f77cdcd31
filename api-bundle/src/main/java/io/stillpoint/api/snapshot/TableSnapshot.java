package io.stillpoint.api.snapshot;

import io.stillpoint.api.table.TableDescription;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One table as of one instant. Whoever opened it closes it; a drained or failed stream of items has
 * released everything already (SNAP-2). Any thread, but one at a time for its cursors.
 */
@ProviderType
public interface TableSnapshot extends AutoCloseable {
  /** The definition at the instant. */
  TableDescription description();

  SnapshotMarker marker();

  /** Whether {@link #items} arrive in key order: {@link TableDescription#keyOrdered} (SNAP-5). */
  default boolean keyOrdered() {
    return description().keyOrdered();
  }

  /**
   * The stream of ITEMS, in the order that {@link #keyOrdered} declares. There is one stream of
   * items for the snapshot's life, and its end is the snapshot's.
   *
   * @throws IllegalStateException if the items' stream was given out already, or another cursor is
   *     open
   */
  EntryCursor items();

  /**
   * The stream of ITEMS in the order that the backend reads fastest, for consumers to whom order
   * means nothing. Takes the place of {@link #items}, which it is where no order is faster.
   *
   * @throws IllegalStateException as {@link #items}
   */
  default EntryCursor itemsInAnyOrder() {
    return items();
  }

  /**
   * A cursor over another space of the same instant, under the same permit. One cursor is open at a
   * time. Read other spaces before the items, since the end of those ends the snapshot.
   *
   * @throws io.stillpoint.api.error.TableNotFoundException if the table had no such space
   * @throws IllegalStateException if the items' stream was given out already, or another cursor is
   *     open
   */
  EntryCursor entries(int space);

  /**
   * Releases transaction, connection and permit: they are free when it returns. Harmless twice,
   * from any thread; a fetch that it cuts short throws {@link
   * io.stillpoint.api.error.SnapshotExpiredException}.
   */
  @Override
  void close();
}
