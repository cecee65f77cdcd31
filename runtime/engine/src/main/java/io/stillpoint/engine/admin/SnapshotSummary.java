package io.stillpoint.engine.admin;

import java.time.Instant;
import java.util.Objects;

/**
 * One row of the list of open snapshots.
 *
 * @param id what {@link Snapshots#close} takes; unique in a server's life
 * @param since when it was opened
 * @param items how many items were read from it so far
 * @param rate items a second since it was opened
 * @param holder what it is open for, such as {@code export to FILE}
 */
public record SnapshotSummary(
    long id,
    String account,
    String table,
    String instance,
    Instant since,
    long items,
    double rate,
    String holder) {
  public SnapshotSummary {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(holder, "holder");
  }
}
