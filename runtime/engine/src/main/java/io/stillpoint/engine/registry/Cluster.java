package io.stillpoint.engine.registry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.directory.Lease;
import java.util.Optional;
import java.util.UUID;

/**
 * The cluster that this server's instances belong to: an id that the home instance keeps, so that a
 * database is never served by two registries that do not know each other. Thread safe.
 */
public final class Cluster {
  private static final String COLLECTION = "cluster";
  private static final String KEY = "id";

  private final NameRegistry registry;
  private volatile String known;

  public Cluster(NameRegistry registry) {
    this.registry = registry;
  }

  /**
   * The id; made up when the home instance has none. Remembered, so that an instance can come back
   * while the home instance is away.
   *
   * @throws io.stillpoint.engine.error.ServiceException if it is not known yet and the home
   *     instance is away
   */
  public String id(Deadline deadline) {
    String id = known;
    if (id == null) {
      try (Lease<CoordinationStore> lease = registry.lease()) {
        id = stored(lease.service().revisions(), deadline);
      }
      known = id;
    }
    return id;
  }

  private static String stored(Revisions revisions, Deadline deadline) {
    Optional<RevisionedRow> row = revisions.get(COLLECTION, KEY, deadline);
    if (row.isPresent()) {
      return row.get().value().utf8();
    }
    String fresh = UUID.randomUUID().toString();
    try {
      revisions.create(COLLECTION, KEY, Bytes.utf8(fresh), deadline);
      return fresh;
    } catch (StaleRevisionException e) {
      // Another server was first.
      return revisions.get(COLLECTION, KEY, deadline).orElseThrow(() -> e).value().utf8();
    }
  }
}
