package io.stillpoint.api.snapshot;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Opens consistent views of single tables: what backups, exports and moves between databases stand
 * on. Registered as an OSGi service beside the instance's storage engine, with the same properties,
 * permits and slots among them; how many are free now is in {@link
 * io.stillpoint.api.storage.StorageEngine#limits}. docs/snapshots.md explains what holds what, and
 * when.
 *
 * <p>A snapshot outlives no service: {@link io.stillpoint.api.storage.StorageEngine#abort} and the
 * bundle's stop end every open one, each stream with one error.
 *
 * <p>There is no default body: every backend says which instant it can fix, or that it cannot
 * (VEND-3). Any thread.
 */
@ProviderType
public interface SnapshotEngine {
  /**
   * A table's definition and all its items as of one instant (SNAP-1). Holds a permit until the
   * result is closed, drained or failed. Blocks for some reads, never for a permit.
   *
   * @throws io.stillpoint.api.error.TableNotFoundException if there is no such table
   * @throws io.stillpoint.api.error.TableInUseException as {@link
   *     io.stillpoint.api.table.TableDescription#requireReadable} has it, or if it is DELETING
   * @throws io.stillpoint.api.error.LimitExceededException at once, if no permit is free; the
   *     message says which kinds of holder have them
   * @throws io.stillpoint.api.error.UnsupportedException before any look-up, if the backend cannot
   *     fix an instant across a table
   * @throws io.stillpoint.api.error.TransientException if the instance does not serve
   * @throws io.stillpoint.api.error.InternalException if the definition cannot be read
   */
  TableSnapshot openTableSnapshot(String accountId, String tableName);
}
