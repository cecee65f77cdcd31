package io.stillpoint.api.snapshot;

import io.stillpoint.api.storage.Entry;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A blocking stream of entries. For one thread at a time; {@link #close} may come from any.
 *
 * <p>Null means that everything was read, or that the reader has already been told otherwise: a
 * stream that ends early never looks complete (SNAP-3, CONF-6).
 */
@ProviderType
public interface EntryCursor extends AutoCloseable {
  /**
   * The next entry, or null at the end. The first error ends the stream and the snapshot: later
   * calls return null and do not throw it again. By the time that the last entry of the snapshot's
   * items is returned, or an error is thrown, everything that the snapshot held is free (SNAP-2).
   *
   * @throws io.stillpoint.api.error.SnapshotExpiredException if the snapshot ended before its
   *     stream did: the database discarded it, the instance left service, or somebody closed it
   * @throws io.stillpoint.api.error.InternalException if an entry cannot be read
   */
  Entry next();

  /** Ends the stream; that of a snapshot's items ends the snapshot too. Harmless twice. */
  @Override
  void close();
}
