package io.stillpoint.api.coordination;

import org.osgi.annotation.versioning.ProviderType;

/**
 * What the control plane stands on: small, durable, linearizable stores, each for one semantic of
 * requirements COORD-1 to COORD-10. Registered as an OSGi service beside the instance's {@link
 * io.stillpoint.api.storage.StorageEngine}, with the same instance property. Thread safe; every
 * call blocks at most until its deadline.
 */
@ProviderType
public interface CoordinationStore {
  /** Rows that change by compare and set (COORD-1). */
  Revisions revisions();

  /** Operations that are begun once and at most one at a time for each scope (COORD-3). */
  Intents intents();
}
