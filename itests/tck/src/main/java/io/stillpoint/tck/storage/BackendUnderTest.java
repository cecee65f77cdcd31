package io.stillpoint.tck.storage;

import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.tck.snapshot.SnapshotHooks;
import java.io.IOException;
import java.util.Optional;

/**
 * One database, fresh for each test, that the contract tests open an instance on. The vendor
 * implements it; the kit closes it.
 */
public interface BackendUnderTest extends AutoCloseable {
  /**
   * Opens the instance, also again after {@link Instance#close}, and returns when it serves. One is
   * open at a time.
   */
  Instance open() throws IOException;

  /** Whether what was committed is there after close and open: {@code stillpoint.durable}. */
  boolean isDurable();

  /** Removes the database. No instance is open. */
  @Override
  void close() throws IOException;

  /** A serving instance. */
  interface Instance extends AutoCloseable {
    StorageEngine storage();

    CoordinationStore coordination();

    /** Its snapshots; null if it registers no such service. */
    default SnapshotEngine snapshots() {
      return null;
    }

    /** A look into its snapshots; empty if the backend offers none. */
    default Optional<SnapshotHooks> hooks() {
      return Optional.empty();
    }

    /** Leaves service in an orderly way. */
    @Override
    void close() throws IOException;
  }
}
