package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * Query.
 *
 * @param indexName null for the table itself
 * @param filterExpression null if none was sent
 * @param projectionExpression null if none was sent
 * @param select null if none was sent: what it means then depends on index and projection
 * @param limit {@link Integer#MAX_VALUE} if none was sent
 * @param exclusiveStartKey null for the first page; checked once the table is known
 */
public record Query(
    TableRef table,
    String indexName,
    String keyConditionExpression,
    String filterExpression,
    String projectionExpression,
    ExpressionAttributes attributes,
    Select select,
    int limit,
    boolean consistentRead,
    boolean scanIndexForward,
    Map<String, AttributeValue> exclusiveStartKey,
    ReturnConsumedCapacity returnConsumedCapacity) {

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "QueryInput",
          Shapes.SELECT,
          Shapes.INDEX_NAME,
          Shapes.CONSUMED_CAPACITY,
          Shapes.any("QueryFilter"),
          Shapes.TABLE_NAME,
          Shapes.CONDITIONAL_OPERATOR,
          Shapes.ATTRIBUTES_TO_GET,
          Shapes.LIMIT,
          Shapes.any("KeyConditions"),
          Shapes.START_KEY,
          Shapes.CONSISTENT_READ,
          Shape.member("ScanIndexForward", Shape.Scalar.BOOLEAN),
          Shapes.text("KeyConditionExpression"),
          Shapes.FILTER,
          Shapes.PROJECTION,
          Shapes.VALUES,
          Shapes.NAMES);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static Query from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Parameters.checkExpressions(
        input,
        List.of("ProjectionExpression", "FilterExpression", "KeyConditionExpression"),
        List.of("AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"));
    Parameters.refuse(
        input, "AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions");
    Map<String, AttributeValue> startKey = Parameters.startKey(input);
    if (!input.has("KeyConditionExpression")) {
      throw Input.invalid(
          "Either the KeyConditions or KeyConditionExpression parameter must be specified in the"
              + " request.");
    }
    return new Query(
        input.table("TableName"),
        input.text("IndexName"),
        input.text("KeyConditionExpression"),
        input.text("FilterExpression"),
        input.text("ProjectionExpression"),
        ExpressionAttributes.from(input),
        Parameters.select(input),
        input.count("Limit", Integer.MAX_VALUE),
        input.truth("ConsistentRead", false),
        input.truth("ScanIndexForward", true),
        startKey,
        Parameters.consumedCapacity(input));
  }
}
