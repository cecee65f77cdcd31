package io.stillpoint.engine.model;

import static io.stillpoint.engine.model.TableParameters.INVALID;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * UpdateTable. What is null stays as it is.
 *
 * @param definitions AttributeDefinitions, in their order: at least the keys of an index that is to
 *     be created; that they agree with the table's is checked once it is known
 */
public record UpdateTable(
    TableRef table,
    Map<String, AttributeValue.Type> definitions,
    BillingMode billingMode,
    Throughput throughput,
    TableClass tableClass,
    Boolean deletionProtection,
    OnDemandThroughput onDemandThroughput,
    WarmThroughput warmThroughput,
    List<IndexUpdate> indexUpdates) {

  /** A change of one global index. */
  public sealed interface IndexUpdate {
    String indexName();
  }

  /** Creates an index. At most one a request is created or deleted. */
  public record Create(NewIndex index) implements IndexUpdate {
    @Override
    public String indexName() {
      return index.name();
    }
  }

  /** Changes an index's settings. What is null stays as it is. */
  public record Change(
      String indexName,
      Throughput throughput,
      OnDemandThroughput onDemandThroughput,
      WarmThroughput warmThroughput)
      implements IndexUpdate {}

  /** Deletes an index. */
  public record Delete(String indexName) implements IndexUpdate {}

  public UpdateTable {
    indexUpdates = List.copyOf(indexUpdates);
  }

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "UpdateTableInput",
          TableShapes.TABLE_NAME,
          TableShapes.THROUGHPUT,
          TableShapes.BILLING_MODE,
          TableShapes.INDEX_UPDATES,
          TableShapes.NEW_ATTRIBUTE_DEFINITIONS,
          TableShapes.STREAM,
          TableShapes.ENCRYPTION,
          TableShapes.TABLE_CLASS,
          TableShapes.DELETION_PROTECTION,
          TableShapes.ON_DEMAND,
          TableShapes.WARM,
          Shapes.any("ReplicaUpdates"),
          Shapes.any("MultiRegionConsistency"),
          Shapes.any("GlobalTableWitnessUpdates"),
          Shapes.any("GlobalTableSettingsReplicationMode"));

  /**
   * Checks and reads a request.
   *
   * @throws ServiceException the service's refusal
   */
  public static UpdateTable from(Json.Obj request) {
    Input input = TableParameters.checked(request, SHAPE);
    List<Input> updates = input.list("GlobalSecondaryIndexUpdates");
    checkAnything(input, updates);
    TableParameters.refuseUnsupported(input);
    Parameters.refuse(
        input,
        "ReplicaUpdates",
        "MultiRegionConsistency",
        "GlobalTableWitnessUpdates",
        "GlobalTableSettingsReplicationMode");
    BillingMode billing = input.constant("BillingMode", BillingMode.class, null);
    Throughput throughput = TableParameters.throughput(input);
    if (billing == BillingMode.PROVISIONED && throughput == null) {
      throw Input.invalid(
          INVALID + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    }
    if (billing == BillingMode.PAY_PER_REQUEST && throughput != null) {
      throw Input.invalid(
          INVALID
              + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
              + " is PAY_PER_REQUEST");
    }
    Map<String, AttributeValue.Type> definitions = IndexParameters.definitions(input);
    return new UpdateTable(
        input.table("TableName"),
        definitions,
        billing,
        throughput,
        input.constant("TableClass", TableClass.class, null),
        input.has("DeletionProtectionEnabled")
            ? input.truth("DeletionProtectionEnabled", false)
            : null,
        OnDemandThroughput.from(input.struct("OnDemandThroughput")),
        WarmThroughput.from(input.struct("WarmThroughput")),
        indexUpdates(updates, definitions));
  }

  private static void checkAnything(Input input, List<Input> indexUpdates) {
    boolean anything =
        Stream.of(
                "ProvisionedThroughput",
                "BillingMode",
                "StreamSpecification",
                "SSESpecification",
                "ReplicaUpdates",
                "TableClass",
                "DeletionProtectionEnabled",
                "OnDemandThroughput",
                "WarmThroughput",
                "MultiRegionConsistency",
                "GlobalTableWitnessUpdates",
                "GlobalTableSettingsReplicationMode")
            .anyMatch(input::has);
    if (!anything && indexUpdates.isEmpty()) {
      throw Input.invalid(
          "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
              + " GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
    }
  }

  private static List<IndexUpdate> indexUpdates(
      List<Input> updates, Map<String, AttributeValue.Type> definitions) {
    Set<String> names = new HashSet<>();
    List<IndexUpdate> all = new ArrayList<>();
    int builds = 0;
    for (Input update : updates) {
      List<String> given = Stream.of("Update", "Create", "Delete").filter(update::has).toList();
      if (given.size() != 1) {
        throw Input.invalid(
            INVALID
                + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                + " GlobalSecondaryIndexUpdate.Delete must not be null");
      }
      Input action = update.struct(given.get(0));
      String name = action.text("IndexName");
      if (!names.add(name)) {
        throw Input.invalid(
            INVALID
                + "Only one global secondary index update per index is allowed simultaneously."
                + " Index: "
                + name);
      }
      switch (given.get(0)) {
        case "Update" ->
            all.add(
                new Change(
                    name,
                    TableParameters.throughput(action),
                    OnDemandThroughput.from(action.struct("OnDemandThroughput")),
                    WarmThroughput.from(action.struct("WarmThroughput"))));
        case "Create" -> {
          builds++;
          IndexParameters.checkDefined(IndexParameters.keyNames(action), definitions);
          KeySchema key = IndexParameters.keySchema(action, definitions);
          all.add(new Create(IndexParameters.index(action, IndexDefinition.Kind.GLOBAL, key)));
        }
        default -> {
          builds++;
          all.add(new Delete(name));
        }
      }
    }
    if (builds > 1) {
      throw new ServiceException(
          ErrorType.LIMIT_EXCEEDED,
          "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
              + " per table");
    }
    return all;
  }
}
