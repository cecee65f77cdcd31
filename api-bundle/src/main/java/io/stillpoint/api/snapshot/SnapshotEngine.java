package io.stillpoint.api.snapshot;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Opens consistent views of single tables: what backups, exports and moves between databases stand
 * on. Registered as an OSGi service beside the instance's storage engine, with its permits and
 * slots as service properties.
 *
 * <p>There is no default body: every backend says which instant it can fix, or that it cannot
 * (VEND-3).
 */
@ProviderType
public interface SnapshotEngine {
  /**
   * A table's definition and all its items as of one instant (SNAP-1). Holds a permit until the
   * result is closed or drained.
   *
   * @throws io.stillpoint.api.error.TableNotFoundException if there is no such table
   * @throws io.stillpoint.api.error.TableInUseException if it is not ACTIVE
   * @throws io.stillpoint.api.error.LimitExceededException at once, if no permit is free
   * @throws io.stillpoint.api.error.UnsupportedException before any look-up, if the backend cannot
   *     fix an instant across a table
   */
  TableSnapshot openTableSnapshot(String accountId, String tableName);
}
