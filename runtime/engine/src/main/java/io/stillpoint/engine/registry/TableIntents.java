package io.stillpoint.engine.registry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.Intents;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.directory.Lease;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The creations and deletions of tables that are under way, in the home instance's coordination
 * store. At most one for each name. Errors are those of {@link NameRegistry}. Thread safe.
 */
public final class TableIntents {
  private final NameRegistry registry;

  public TableIntents(NameRegistry registry) {
    this.registry = registry;
  }

  /**
   * Begins an operation.
   *
   * @return empty if it is under way now; else the operation that has the name to itself
   */
  public Optional<TableIntent> begin(TableIntent intent, Deadline deadline) {
    try (Lease<CoordinationStore> lease = registry.lease()) {
      Intents.Begun begun =
          lease
              .service()
              .intents()
              .begin(
                  intent.key(),
                  intent.scope(),
                  intent.kind().operation(),
                  intent.payload(),
                  deadline);
      // Only creations and deletions use the scope of a name.
      return begun instanceof Intents.Begun.Busy busy
          ? Optional.of(TableIntent.of(busy.holder()))
          : Optional.empty();
    }
  }

  /** Ends an operation, done or given up; the next of its name may begin. */
  public void complete(TableIntent intent, String result, Deadline deadline) {
    try (Lease<CoordinationStore> lease = registry.lease()) {
      lease.service().intents().complete(intent.key(), Bytes.utf8(result), deadline);
    }
  }

  /** Every operation that has begun and not ended, in that order. */
  public List<TableIntent> active(Deadline deadline) {
    try (Lease<CoordinationStore> lease = registry.lease()) {
      return lease.service().intents().active(deadline).stream()
          .map(TableIntent::of)
          .filter(Objects::nonNull)
          .toList();
    }
  }
}
