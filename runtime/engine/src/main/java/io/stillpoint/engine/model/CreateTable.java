package io.stillpoint.engine.model;

import static io.stillpoint.engine.model.TableParameters.INVALID;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * CreateTable.
 *
 * @param throughput {@link Throughput#NONE} for PAY_PER_REQUEST
 * @param indexes local ones first, each in the order of the request
 * @param onDemandThroughput null if none was sent
 * @param warmThroughput null if none was sent
 */
public record CreateTable(
    TableRef table,
    KeySchema key,
    BillingMode billingMode,
    Throughput throughput,
    TableClass tableClass,
    boolean deletionProtection,
    List<NewIndex> indexes,
    OnDemandThroughput onDemandThroughput,
    WarmThroughput warmThroughput) {
  private static final int MAX_LOCAL_INDEXES = 5;
  private static final int MAX_GLOBAL_INDEXES = 20;

  public CreateTable {
    indexes = List.copyOf(indexes);
  }

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "CreateTableInput",
          TableShapes.ATTRIBUTE_DEFINITIONS,
          TableShapes.TABLE_NAME,
          TableShapes.BILLING_MODE,
          TableShapes.THROUGHPUT,
          TableShapes.KEY_SCHEMA,
          TableShapes.GLOBAL_INDEXES,
          TableShapes.LOCAL_INDEXES,
          TableShapes.STREAM,
          TableShapes.ENCRYPTION,
          TableShapes.TABLE_CLASS,
          TableShapes.DELETION_PROTECTION,
          TableShapes.ON_DEMAND,
          TableShapes.WARM,
          Shapes.any("Tags"),
          Shapes.any("ResourcePolicy"),
          Shapes.any("GlobalTableSourceArn"),
          Shapes.any("GlobalTableSettingsReplicationMode"));

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static CreateTable from(Json.Obj request) {
    Input input = TableParameters.checked(request, SHAPE);
    refuseUnsupported(input);
    BillingMode billing = input.constant("BillingMode", BillingMode.class, BillingMode.PROVISIONED);
    Throughput throughput = throughput(input, billing);
    Map<String, AttributeValue.Type> definitions = IndexParameters.definitions(input);
    KeySchema key = key(input, definitions);
    Set<String> names = new HashSet<>();
    List<NewIndex> indexes = new ArrayList<>();
    if (input.has("LocalSecondaryIndexes")) {
      indexes.addAll(localIndexes(input, key, definitions, names));
    }
    if (input.has("GlobalSecondaryIndexes")) {
      indexes.addAll(globalIndexes(input, billing, definitions, names));
    }
    IndexParameters.checkAllUsed(
        definitions, Stream.concat(Stream.of(key), indexes.stream().map(NewIndex::key)).toList());
    IndexParameters.checkProjected(indexes);
    return new CreateTable(
        input.table("TableName"),
        key,
        billing,
        throughput,
        input.constant("TableClass", TableClass.class, TableClass.STANDARD),
        input.truth("DeletionProtectionEnabled", false),
        indexes,
        OnDemandThroughput.from(input.struct("OnDemandThroughput")),
        WarmThroughput.from(input.struct("WarmThroughput")));
  }

  private static void refuseUnsupported(Input input) {
    TableParameters.refuseUnsupported(input);
    if (input.object().get("Tags") instanceof Json.Arr tags && !tags.elements().isEmpty()) {
      throw Parameters.unsupported("Tags");
    }
    Parameters.refuse(
        input, "ResourcePolicy", "GlobalTableSourceArn", "GlobalTableSettingsReplicationMode");
  }

  private static Throughput throughput(Input input, BillingMode billing) {
    Throughput throughput = TableParameters.throughput(input);
    if (billing == BillingMode.PAY_PER_REQUEST) {
      if (throughput != null) {
        throw Input.invalid(
            INVALID
                + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when"
                + " BillingMode is PAY_PER_REQUEST");
      }
      return Throughput.NONE;
    }
    if (throughput == null) {
      throw Input.invalid(
          INVALID
              + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
              + " PROVISIONED");
    }
    return throughput;
  }

  private static KeySchema key(Input input, Map<String, AttributeValue.Type> definitions) {
    List<String> names = IndexParameters.keyNames(input);
    if (names.size() > definitions.size()) {
      throw Input.invalid("Invalid KeySchema: Some index key attribute have no definition");
    }
    IndexParameters.checkDefined(names, definitions);
    KeySchema key = IndexParameters.keySchema(input, definitions);
    if (!input.has("LocalSecondaryIndexes")
        && !input.has("GlobalSecondaryIndexes")
        && names.size() != definitions.size()) {
      throw Input.invalid(
          INVALID
              + "Number of attributes in KeySchema does not exactly match number of attributes"
              + " defined in AttributeDefinitions");
    }
    return key;
  }

  private static List<NewIndex> localIndexes(
      Input input, KeySchema key, Map<String, AttributeValue.Type> definitions, Set<String> names) {
    List<Input> inputs = input.list("LocalSecondaryIndexes");
    if (inputs.isEmpty()) {
      throw Input.invalid(INVALID + "List of LocalSecondaryIndexes is empty");
    }
    if (!key.hasRange()) {
      throw Input.invalid(
          INVALID
              + "Table KeySchema does not have a range key, which is required when specifying a"
              + " LocalSecondaryIndex");
    }
    List<NewIndex> indexes = new ArrayList<>();
    for (Input index : inputs) {
      IndexParameters.checkDefined(IndexParameters.keyNames(index), definitions);
      KeySchema indexKey = IndexParameters.keySchema(index, definitions);
      if (!indexKey.hasRange()) {
        throw Input.invalid(
            INVALID
                + "Index KeySchema does not have a range key for index: "
                + index.text("IndexName"));
      }
      if (!indexKey.hash().name().equals(key.hash().name())) {
        throw Input.invalid(
            INVALID
                + "Index KeySchema does not have the same leading hash key as table KeySchema for"
                + " index: "
                + index.text("IndexName")
                + ". index hash key: "
                + indexKey.hash().name()
                + ", table hash key: "
                + key.hash().name());
      }
      indexes.add(IndexParameters.index(index, IndexDefinition.Kind.LOCAL, indexKey));
      checkName(index, names);
    }
    if (indexes.size() > MAX_LOCAL_INDEXES) {
      throw Input.invalid(
          INVALID
              + "Number of LocalSecondaryIndexes exceeds per-table limit of "
              + MAX_LOCAL_INDEXES);
    }
    return indexes;
  }

  private static List<NewIndex> globalIndexes(
      Input input,
      BillingMode billing,
      Map<String, AttributeValue.Type> definitions,
      Set<String> names) {
    List<Input> inputs = input.list("GlobalSecondaryIndexes");
    if (inputs.isEmpty()) {
      throw Input.invalid(INVALID + "List of GlobalSecondaryIndexes is empty");
    }
    List<NewIndex> indexes = new ArrayList<>();
    for (Input index : inputs) {
      IndexParameters.checkDefined(IndexParameters.keyNames(index), definitions);
      KeySchema indexKey = IndexParameters.keySchema(index, definitions);
      indexes.add(IndexParameters.index(index, IndexDefinition.Kind.GLOBAL, indexKey));
      if (billing == BillingMode.PAY_PER_REQUEST && index.has("ProvisionedThroughput")) {
        throw Input.invalid(
            INVALID
                + "ProvisionedThroughput should not be specified for index: "
                + index.text("IndexName")
                + " when BillingMode is PAY_PER_REQUEST");
      }
      if (billing == BillingMode.PROVISIONED && !index.has("ProvisionedThroughput")) {
        throw Input.invalid(
            INVALID
                + "ProvisionedThroughput must be specified for index: "
                + index.text("IndexName")
                + " when BillingMode is PROVISIONED");
      }
      checkName(index, names);
    }
    if (indexes.size() > MAX_GLOBAL_INDEXES) {
      throw Input.invalid(
          INVALID
              + "GlobalSecondaryIndex count exceeds the per-table limit of "
              + MAX_GLOBAL_INDEXES);
    }
    return indexes;
  }

  private static void checkName(Input index, Set<String> names) {
    if (!names.add(index.text("IndexName"))) {
      throw Input.invalid(INVALID + "Duplicate index name: " + index.text("IndexName"));
    }
  }
}
