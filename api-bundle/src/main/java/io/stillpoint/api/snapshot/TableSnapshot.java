package io.stillpoint.api.snapshot;

import io.stillpoint.api.table.TableDescription;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One table as of one instant. Whoever opened it closes it; a drained or failed stream of items has
 * released everything already (SNAP-2).
 */
@ProviderType
public interface TableSnapshot extends AutoCloseable {
  /** The definition at the instant. */
  TableDescription description();

  SnapshotMarker marker();

  /** Whether items provably arrive in key order (SNAP-5). */
  boolean keyOrdered();

  /** The stream of ITEMS; one for the snapshot's life. */
  EntryCursor items();

  /**
   * A further cursor over another space of the same instant, under the same permit. One cursor is
   * open at a time.
   *
   * @throws io.stillpoint.api.error.TableNotFoundException if the table has no such space
   */
  EntryCursor entries(int space);

  /** Releases transaction, connection and permit. Harmless twice, from any thread. */
  @Override
  void close();
}
