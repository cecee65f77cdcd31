package io.stillpoint.engine.admin;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * One row of the list of tables.
 *
 * @param account the 12-digit account that owns the table
 * @param name the table's name
 * @param instance the backend instance that holds it
 * @param status DynamoDB's TableStatus ({@code CREATING}, {@code UPDATING}, {@code DELETING},
 *     {@code ACTIVE}), or {@code UNAVAILABLE} while its backend cannot be asked
 * @param indexes how many secondary indexes it has; empty while its backend cannot be asked
 * @param items how many items it holds, as DescribeTable's ItemCount; empty if not known
 * @param bytes the DynamoDB size of its items, as DescribeTable's TableSizeBytes; empty if not
 *     known
 * @param problem empty, or one sentence that says why the table does not serve
 */
public record TableSummary(
    String account,
    String name,
    String instance,
    String status,
    OptionalLong indexes,
    OptionalLong items,
    OptionalLong bytes,
    String problem) {
  public TableSummary {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(indexes, "indexes");
    Objects.requireNonNull(items, "items");
    Objects.requireNonNull(bytes, "bytes");
    Objects.requireNonNull(problem, "problem");
  }
}
