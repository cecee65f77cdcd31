package io.stillpoint.tck.storage;

import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.storage.StorageEngine;
import java.io.IOException;

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

    /** Leaves service in an orderly way. */
    @Override
    void close() throws IOException;
  }
}
