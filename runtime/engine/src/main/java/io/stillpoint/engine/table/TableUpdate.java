package io.stillpoint.engine.table;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.model.NewIndex;
import io.stillpoint.engine.model.UpdateTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an UpdateTable makes of a definition, with the service's rules about the table's present
 * state. The new values hold at once; the table is UPDATING until it is due. Source of the texts:
 * recorded answers in dynalite's tests where it has the rule; the others are ours.
 */
final class TableUpdate {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final int MAX_GLOBAL_INDEXES = 20;

  private final FoundTable table;
  private final UpdateTable request;
  private final String billingMode;
  private final List<IndexDefinition> indexes;
  private int nextSpace;

  private TableUpdate(FoundTable table, UpdateTable request) {
    this.table = table;
    this.request = request;
    this.billingMode =
        request.billingMode() == null
            ? table.definition().billingMode()
            : request.billingMode().name();
    this.indexes = new ArrayList<>(table.definition().indexes());
    this.nextSpace = table.definition().nextSpace();
  }

  /**
   * The next definition.
   *
   * @param due when the table is ACTIVE again
   * @throws ServiceException the service's refusal
   */
  static TableDefinition apply(FoundTable table, UpdateTable request, Instant due) {
    return new TableUpdate(table, request).next(due);
  }

  private TableDefinition next(Instant due) {
    checkState();
    Throughput throughput = throughput();
    checkDefinitions();
    for (UpdateTable.IndexUpdate update : request.indexUpdates()) {
      if (update instanceof UpdateTable.Create create) {
        create(create.index());
      } else if (update instanceof UpdateTable.Change change) {
        change(change);
      } else {
        delete(update.indexName());
      }
    }
    switchBilling();
    TableDefinition now = table.definition();
    return now.withSettings(
            billingMode,
            throughput,
            request.tableClass() == null ? now.tableClass() : request.tableClass().name(),
            request.deletionProtection() == null
                ? now.deletionProtection()
                : request.deletionProtection())
        .withIndexes(indexes, nextSpace)
        .withStatus(TableStatus.UPDATING, due);
  }

  private void checkState() {
    switch (table.status()) {
      case CREATING -> throw TableErrors.inUse(table.name(), "created");
      case UPDATING -> throw TableErrors.inUse(table.name(), "updated");
      case DELETING -> throw TableErrors.inUse(table.name(), "deleted");
      case ACTIVE -> {
        // Changes are welcome.
      }
    }
  }

  private boolean isPayPerRequest() {
    return billingMode.equals(TableDefinition.PAY_PER_REQUEST);
  }

  private boolean switchesBilling() {
    return !billingMode.equals(table.definition().billingMode());
  }

  private Throughput throughput() {
    Throughput wanted = request.throughput();
    if (isPayPerRequest()) {
      if (wanted != null) {
        throw ServiceException.validation(
            INVALID
                + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                + " BillingMode is PAY_PER_REQUEST");
      }
      return Throughput.NONE;
    }
    Throughput current = table.definition().throughput();
    if (wanted == null) {
      return current;
    }
    checkChanges("the table", "the table", current, wanted);
    return wanted;
  }

  private static void checkChanges(
      String what, String shortly, Throughput current, Throughput wanted) {
    if (wanted.equals(current)) {
      throw ServiceException.validation(
          "The provisioned throughput for "
              + what
              + " will not change. The requested value equals the current value. Current"
              + " ReadCapacityUnits provisioned for "
              + shortly
              + ": "
              + current.readCapacityUnits()
              + ". Requested ReadCapacityUnits: "
              + wanted.readCapacityUnits()
              + ". Current WriteCapacityUnits provisioned for "
              + shortly
              + ": "
              + current.writeCapacityUnits()
              + ". Requested WriteCapacityUnits: "
              + wanted.writeCapacityUnits()
              + ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to"
              + " request higher limits.");
    }
  }

  /** A key attribute has one type in a table, whatever index it is of. */
  private void checkDefinitions() {
    List<KeyAttribute> known = new ArrayList<>(table.definition().key().attributes());
    indexes.forEach(index -> known.addAll(index.key().attributes()));
    for (KeyAttribute attribute : known) {
      AttributeValue.Type given = request.definitions().get(attribute.name());
      if (given != null && given != attribute.type()) {
        throw ServiceException.validation(
            INVALID
                + "Attribute "
                + attribute.name()
                + " is defined as "
                + attribute.type()
                + " already and cannot be redefined as "
                + given);
      }
    }
  }

  private void create(NewIndex index) {
    if (indexes.stream().anyMatch(other -> other.name().equals(index.name()))) {
      throw ServiceException.validation("Attempting to create an index which already exists");
    }
    checkNoneUnderWay(index.name());
    long globals =
        indexes.stream().filter(other -> other.kind() == IndexDefinition.Kind.GLOBAL).count();
    if (globals >= MAX_GLOBAL_INDEXES) {
      throw ServiceException.validation(
          INVALID
              + "GlobalSecondaryIndex count exceeds the per-table limit of "
              + MAX_GLOBAL_INDEXES);
    }
    boolean sent = !index.throughput().equals(Throughput.NONE);
    if (isPayPerRequest() && sent) {
      throw ServiceException.validation(
          INVALID
              + "ProvisionedThroughput should not be specified for index: "
              + index.name()
              + " when BillingMode is PAY_PER_REQUEST");
    }
    if (!isPayPerRequest() && !sent) {
      throw ServiceException.validation(
          INVALID
              + "ProvisionedThroughput must be specified for index: "
              + index.name()
              + " when BillingMode is PROVISIONED");
    }
    indexes.add(define(index, nextSpace++));
  }

  /** A new index's definition: CREATING, not filled yet. */
  static IndexDefinition define(NewIndex index, int space) {
    return new IndexDefinition(
        index.name(),
        index.kind(),
        space,
        index.key(),
        index.projection(),
        IndexStatus.CREATING,
        false,
        index.throughput());
  }

  private void change(UpdateTable.Change change) {
    IndexDefinition index = global(change.indexName());
    if (index.status() != IndexStatus.ACTIVE) {
      throw indexInUse(index);
    }
    if (change.throughput() == null) {
      return;
    }
    if (isPayPerRequest()) {
      throw ServiceException.validation(
          INVALID
              + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
              + " is PAY_PER_REQUEST");
    }
    checkChanges("the index " + index.name(), "the index", index.throughput(), change.throughput());
    replace(index, index.with(change.throughput()).with(IndexStatus.UPDATING, false));
  }

  private void delete(String name) {
    IndexDefinition index = global(name);
    checkNoneUnderWay(name);
    replace(index, index.with(IndexStatus.DELETING, false));
  }

  /** Only one index at a time is built or removed; the one that is being built may be removed. */
  private void checkNoneUnderWay(String except) {
    for (IndexDefinition index : indexes) {
      boolean underWay =
          index.status() == IndexStatus.CREATING || index.status() == IndexStatus.DELETING;
      if (underWay && !index.name().equals(except)) {
        throw new ServiceException(
            ErrorType.LIMIT_EXCEEDED,
            "Subscriber limit exceeded: Only 1 online index can be created or deleted"
                + " simultaneously per table");
      }
    }
  }

  private IndexDefinition global(String name) {
    return indexes.stream()
        .filter(index -> index.kind() == IndexDefinition.Kind.GLOBAL && index.name().equals(name))
        .findFirst()
        .orElseThrow(TableDirectory::notFound);
  }

  private static ServiceException indexInUse(IndexDefinition index) {
    String state = index.status() == IndexStatus.CREATING ? "created" : "deleted";
    return new ServiceException(
        ErrorType.RESOURCE_IN_USE,
        "Attempt to change a resource which is still in use: Index is being "
            + state
            + ": "
            + index.name());
  }

  private void replace(IndexDefinition old, IndexDefinition fresh) {
    indexes.set(indexes.indexOf(old), fresh);
  }

  /** With the table's billing mode that of its indexes changes. */
  private void switchBilling() {
    if (!switchesBilling()) {
      return;
    }
    if (isPayPerRequest()) {
      indexes.replaceAll(index -> index.with(Throughput.NONE));
      return;
    }
    Set<String> given = new HashSet<>();
    request.indexUpdates().forEach(update -> given.add(update.indexName()));
    List<String> missing =
        indexes.stream()
            .filter(index -> index.kind() == IndexDefinition.Kind.GLOBAL)
            .filter(IndexDefinition::isMaintained)
            .map(IndexDefinition::name)
            .filter(name -> !given.contains(name))
            .toList();
    if (!missing.isEmpty()) {
      throw ServiceException.validation(
          INVALID
              + "ProvisionedThroughput must be specified for index: "
              + String.join(",", missing));
    }
  }
}
