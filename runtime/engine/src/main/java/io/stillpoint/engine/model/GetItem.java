package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * GetItem.
 *
 * @param key checked against the key schema once the table is known
 * @param projectionExpression null if none was sent
 * @param attributes names only
 */
public record GetItem(
    TableRef table,
    Map<String, AttributeValue> key,
    boolean consistentRead,
    String projectionExpression,
    ExpressionAttributes attributes,
    ReturnConsumedCapacity returnConsumedCapacity) {

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "GetItemInput",
          Shapes.CONSUMED_CAPACITY,
          Shapes.ATTRIBUTES_TO_GET,
          Shapes.TABLE_NAME,
          Shapes.KEY,
          Shapes.CONSISTENT_READ,
          Shapes.PROJECTION,
          Shapes.NAMES);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static GetItem from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Parameters.checkExpressions(input, List.of("ProjectionExpression"), List.of("AttributesToGet"));
    Parameters.refuse(input, "AttributesToGet");
    Map<String, AttributeValue> key = input.attributes("Key");
    return new GetItem(
        input.table("TableName"),
        key,
        input.truth("ConsistentRead", false),
        input.text("ProjectionExpression"),
        ExpressionAttributes.from(input),
        Parameters.consumedCapacity(input));
  }
}
