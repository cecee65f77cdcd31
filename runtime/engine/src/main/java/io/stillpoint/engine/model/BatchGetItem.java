package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.longest;
import static io.stillpoint.engine.validation.Constraint.present;
import static io.stillpoint.engine.validation.Constraint.shortest;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * BatchGetItem: at most 100 keys.
 *
 * @param tables in the order of the request, each once
 */
public record BatchGetItem(List<Keys> tables, ReturnConsumedCapacity returnConsumedCapacity) {
  private static final int MAX_KEYS = 100;

  /**
   * The keys of one table.
   *
   * @param keys distinct; checked against the key schema once the table is known
   * @param projectionExpression null if none was sent
   * @param attributes names only
   */
  public record Keys(
      TableRef table,
      List<Map<String, AttributeValue>> keys,
      boolean consistentRead,
      String projectionExpression,
      ExpressionAttributes attributes) {
    public Keys {
      keys = List.copyOf(keys);
    }
  }

  public BatchGetItem {
    tables = List.copyOf(tables);
  }

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "BatchGetItemInput",
          member(
              "RequestItems",
              Shape.map(
                  Shape.element(
                      "KeysAndAttributes",
                      member(
                          "Keys",
                          Shape.list(Shape.innerAttributes()),
                          present(),
                          shortest(1),
                          longest(MAX_KEYS)),
                      Shapes.ATTRIBUTES_TO_GET,
                      Shapes.CONSISTENT_READ,
                      Shapes.PROJECTION,
                      Shapes.NAMES),
                  Shape.PACKAGE + "KeysAndAttributes"),
              present(),
              shortest(1),
              Shapes.TABLE_NAMES),
          Shapes.CONSUMED_CAPACITY);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static BatchGetItem from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    List<Keys> tables = new ArrayList<>();
    int[] count = {0};
    input
        .structs("RequestItems")
        .forEach((name, table) -> tables.add(keys(TableRef.of(name), table, count)));
    Parameters.checkDistinct(tables.stream().map(Keys::table).toList());
    return new BatchGetItem(tables, Parameters.consumedCapacity(input));
  }

  private static Keys keys(TableRef table, Input input, int[] count) {
    Parameters.checkExpressions(input, List.of("ProjectionExpression"), List.of("AttributesToGet"));
    Parameters.refuse(input, "AttributesToGet");
    ExpressionAttributes attributes = ExpressionAttributes.from(input);
    List<Map<String, AttributeValue>> keys = new ArrayList<>();
    Set<Map<String, AttributeValue>> seen = new HashSet<>();
    for (Input each : input.list("Keys")) {
      Map<String, AttributeValue> key = AttributeValues.decodeAll(each.object());
      if (!seen.add(key)) {
        throw Input.invalid("Provided list of item keys contains duplicates");
      }
      if (++count[0] > MAX_KEYS) {
        throw Input.invalid("Too many items requested for the BatchGetItem call");
      }
      keys.add(key);
    }
    return new Keys(
        table,
        keys,
        input.truth("ConsistentRead", false),
        input.text("ProjectionExpression"),
        attributes);
  }
}
