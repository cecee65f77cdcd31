package io.stillpoint.api.snapshot;

import io.stillpoint.api.storage.Entry;
import org.osgi.annotation.versioning.ProviderType;

/** A blocking stream of entries. For one thread at a time; {@link #close} may come from any. */
@ProviderType
public interface EntryCursor extends AutoCloseable {
  /**
   * The next entry, or null at the end. The first error ends the stream: later calls return null
   * and do not throw it again (SNAP-3).
   *
   * @throws io.stillpoint.api.error.SnapshotExpiredException if the database discarded the snapshot
   * @throws io.stillpoint.api.error.TransientException if the instance left service
   */
  Entry next();

  /** Ends the stream. Closing twice is harmless. */
  @Override
  void close();
}
