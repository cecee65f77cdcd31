package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * UpdateItem.
 *
 * @param key checked against the key schema once the table is known
 * @param updateExpression null if none was sent: the item is then created if it is not there
 * @param conditionExpression null if none was sent
 */
public record UpdateItem(
    TableRef table,
    Map<String, AttributeValue> key,
    String updateExpression,
    String conditionExpression,
    ExpressionAttributes attributes,
    ReturnValues returnValues,
    ReturnConsumedCapacity returnConsumedCapacity,
    ReturnItemCollectionMetrics returnItemCollectionMetrics,
    ReturnValuesOnConditionCheckFailure onConditionCheckFailure) {

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "UpdateItemInput",
          Shapes.CONSUMED_CAPACITY,
          Shapes.TABLE_NAME,
          Shapes.COLLECTION_METRICS,
          Shapes.RETURN_VALUES,
          Shapes.KEY,
          Shapes.CONDITIONAL_OPERATOR,
          Shapes.any("Expected"),
          Shapes.any("AttributeUpdates"),
          Shapes.CONDITION,
          Shapes.text("UpdateExpression"),
          Shapes.VALUES,
          Shapes.NAMES,
          Shapes.ON_CONDITION_FAILURE);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static UpdateItem from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Parameters.checkExpressions(
        input,
        List.of("UpdateExpression", "ConditionExpression"),
        List.of("AttributeUpdates", "Expected", "ConditionalOperator"));
    Parameters.refuse(input, "AttributeUpdates", "Expected", "ConditionalOperator");
    Map<String, AttributeValue> key = input.attributes("Key");
    return new UpdateItem(
        input.table("TableName"),
        key,
        input.text("UpdateExpression"),
        input.text("ConditionExpression"),
        ExpressionAttributes.from(input),
        input.constant("ReturnValues", ReturnValues.class, ReturnValues.NONE),
        Parameters.consumedCapacity(input),
        Parameters.collectionMetrics(input),
        Parameters.onConditionCheckFailure(input));
  }
}
