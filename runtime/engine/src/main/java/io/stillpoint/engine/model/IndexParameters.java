package io.stillpoint.engine.model;

import static io.stillpoint.engine.model.TableParameters.INVALID;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Rules of key schemas, attribute definitions and indexes within one request. */
final class IndexParameters {
  /** The most attributes that the projections of a table's indexes may name in all. */
  private static final int MAX_NON_KEY_ATTRIBUTES = 100;

  private IndexParameters() {}

  /** AttributeDefinitions, in their order; none if there are none. */
  static Map<String, AttributeValue.Type> definitions(Input input) {
    Map<String, AttributeValue.Type> definitions = new LinkedHashMap<>();
    for (Input definition : input.list("AttributeDefinitions")) {
      AttributeValue.Type type = AttributeValue.Type.valueOf(definition.text("AttributeType"));
      if (definitions.put(definition.text("AttributeName"), type) != null) {
        throw Input.invalid(
            INVALID
                + "Duplicate AttributeName in AttributeDefinitions: "
                + definition.text("AttributeName"));
      }
    }
    return definitions;
  }

  /** The names of a key schema's attributes, in its order. */
  static List<String> keyNames(Input input) {
    return input.list("KeySchema").stream().map(element -> element.text("AttributeName")).toList();
  }

  /** Every key attribute must be defined. */
  static void checkDefined(List<String> keys, Map<String, AttributeValue.Type> definitions) {
    if (!definitions.keySet().containsAll(keys)) {
      throw Input.invalid(
          INVALID
              + "Some index key attributes are not defined in AttributeDefinitions. Keys: "
              + keys
              + ", AttributeDefinitions: "
              + definitions.keySet());
    }
  }

  /** A key schema is a HASH and perhaps a RANGE, of different names. */
  static KeySchema keySchema(Input input, Map<String, AttributeValue.Type> definitions) {
    List<Input> elements = input.list("KeySchema");
    List<String> names = keyNames(input);
    if (names.size() == 2 && names.get(0).equals(names.get(1))) {
      throw Input.invalid(
          "Both the Hash Key and the Range Key element in the KeySchema have the same name");
    }
    if (!elements.get(0).text("KeyType").equals("HASH")) {
      throw Input.invalid("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
    }
    if (elements.size() == 2 && !elements.get(1).text("KeyType").equals("RANGE")) {
      throw Input.invalid("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
    }
    return new KeySchema(
        attribute(names.get(0), definitions),
        names.size() == 2 ? attribute(names.get(1), definitions) : null);
  }

  private static KeyAttribute attribute(String name, Map<String, AttributeValue.Type> definitions) {
    return new KeyAttribute(name, definitions.get(name));
  }

  /** An index's projection. */
  static Projection projection(Input index) {
    Input projection = index.struct("Projection");
    String type = projection.text("ProjectionType");
    if (type == null) {
      throw Input.invalid(INVALID + "Unknown ProjectionType: null");
    }
    List<String> attributes = projection.texts("NonKeyAttributes");
    if (attributes != null && !type.equals("INCLUDE")) {
      throw Input.invalid(
          INVALID + "ProjectionType is " + type + ", but NonKeyAttributes is specified");
    }
    if (attributes == null && type.equals("INCLUDE")) {
      throw Input.invalid(
          INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
    }
    return new Projection(
        Projection.Type.valueOf(type), Objects.requireNonNullElse(attributes, List.of()));
  }

  /** An index, once its key is checked. */
  static NewIndex index(Input input, IndexDefinition.Kind kind, KeySchema key) {
    Throughput throughput = TableParameters.throughput(input);
    return new NewIndex(
        input.text("IndexName"),
        kind,
        key,
        projection(input),
        throughput == null ? Throughput.NONE : throughput,
        OnDemandThroughput.from(input.struct("OnDemandThroughput")),
        WarmThroughput.from(input.struct("WarmThroughput")));
  }

  /** Definitions that no key uses are refused: a table stores none. */
  static void checkAllUsed(Map<String, AttributeValue.Type> definitions, List<KeySchema> keys) {
    List<String> used = new ArrayList<>();
    for (KeySchema key : keys) {
      for (KeyAttribute attribute : key.attributes()) {
        if (!used.contains(attribute.name())) {
          used.add(attribute.name());
        }
      }
    }
    if (!used.containsAll(definitions.keySet())) {
      throw Input.invalid(
          INVALID
              + "Some AttributeDefinitions are not used. AttributeDefinitions: "
              + definitions.keySet()
              + ", keys used: "
              + used);
    }
  }

  /** Developer Guide, "Quotas": at most 100 projected attributes over all indexes. */
  static void checkProjected(List<NewIndex> indexes) {
    int projected =
        indexes.stream().mapToInt(index -> index.projection().nonKeyAttributes().size()).sum();
    if (projected > MAX_NON_KEY_ATTRIBUTES) {
      throw Input.invalid(
          INVALID
              + "The number of NonKeyAttributes over all secondary indexes is "
              + projected
              + ", which exceeds the per-table limit of "
              + MAX_NON_KEY_ATTRIBUTES);
    }
  }
}
