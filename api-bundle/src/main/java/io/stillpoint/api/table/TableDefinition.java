package io.stillpoint.api.table;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.storage.TableId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that a table is beside its data: the content of the catalog's document. Immutable.
 *
 * @param status CREATING, ACTIVE or UPDATING; DELETING is the fence's state, not the document's
 * @param created when CreateTable was answered
 * @param billingMode PROVISIONED or PAY_PER_REQUEST
 * @param tableClass STANDARD or STANDARD_INFREQUENT_ACCESS
 * @param indexes in the order that they were created
 * @param nextSpace the number that the next index gets
 * @param dueAt when the transition that is under way may end, or null if none is
 */
public record TableDefinition(
    TableId id,
    String account,
    String name,
    TableStatus status,
    Instant created,
    KeySchema key,
    String billingMode,
    Throughput throughput,
    String tableClass,
    boolean deletionProtection,
    List<IndexDefinition> indexes,
    int nextSpace,
    Instant dueAt) {
  public static final String PROVISIONED = "PROVISIONED";
  public static final String PAY_PER_REQUEST = "PAY_PER_REQUEST";

  public TableDefinition {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(billingMode, "billingMode");
    Objects.requireNonNull(throughput, "throughput");
    Objects.requireNonNull(tableClass, "tableClass");
    indexes = List.copyOf(indexes);
  }

  public Optional<IndexDefinition> index(String indexName) {
    return indexes.stream().filter(index -> index.name().equals(indexName)).findFirst();
  }

  /** The indexes that writers keep up to date. */
  public List<IndexDefinition> maintainedIndexes() {
    return indexes.isEmpty()
        ? indexes
        : indexes.stream().filter(IndexDefinition::isMaintained).toList();
  }

  /** The spaces that the table must have: the fixed ones and one for each index. */
  public Set<Integer> spaces() {
    Set<Integer> spaces = new TreeSet<>(Spaces.FIXED);
    indexes.forEach(index -> spaces.add(index.space()));
    return spaces;
  }

  public TableDefinition withStatus(TableStatus newStatus, Instant newDueAt) {
    return new TableDefinition(
        id,
        account,
        name,
        newStatus,
        created,
        key,
        billingMode,
        throughput,
        tableClass,
        deletionProtection,
        indexes,
        nextSpace,
        newDueAt);
  }

  public TableDefinition withIndexes(List<IndexDefinition> newIndexes, int newNextSpace) {
    return new TableDefinition(
        id,
        account,
        name,
        status,
        created,
        key,
        billingMode,
        throughput,
        tableClass,
        deletionProtection,
        newIndexes,
        newNextSpace,
        dueAt);
  }

  public TableDefinition withSettings(
      String newBillingMode,
      Throughput newThroughput,
      String newTableClass,
      boolean newDeletionProtection) {
    return new TableDefinition(
        id,
        account,
        name,
        status,
        created,
        key,
        newBillingMode,
        newThroughput,
        newTableClass,
        newDeletionProtection,
        indexes,
        nextSpace,
        dueAt);
  }
}
