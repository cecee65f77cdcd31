package io.stillpoint.api.table;

import java.util.Objects;

/**
 * A secondary index.
 *
 * @param space the number of its space; never used before by the table
 * @param backfilling whether entries of items that are older than the index are still being added
 * @param throughput for a global index; {@link Throughput#NONE} for a local one
 */
public record IndexDefinition(
    String name,
    Kind kind,
    int space,
    KeySchema key,
    Projection projection,
    IndexStatus status,
    boolean backfilling,
    Throughput throughput) {
  /** Local indexes share the table's partition; global ones have their own. */
  public enum Kind {
    LOCAL,
    GLOBAL
  }

  public IndexDefinition {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(projection, "projection");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(throughput, "throughput");
  }

  /** Whether writers keep it up to date: in every state but DELETING. */
  public boolean isMaintained() {
    return status != IndexStatus.DELETING;
  }

  public IndexDefinition with(IndexStatus newStatus, boolean newBackfilling) {
    return new IndexDefinition(
        name, kind, space, key, projection, newStatus, newBackfilling, throughput);
  }

  public IndexDefinition with(Throughput newThroughput) {
    return new IndexDefinition(
        name, kind, space, key, projection, status, backfilling, newThroughput);
  }
}
