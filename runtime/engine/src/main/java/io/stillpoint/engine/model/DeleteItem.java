package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * DeleteItem.
 *
 * @param key checked against the key schema once the table is known
 * @param conditionExpression null if none was sent
 * @param returnValues NONE or ALL_OLD
 */
public record DeleteItem(
    TableRef table,
    Map<String, AttributeValue> key,
    String conditionExpression,
    ExpressionAttributes attributes,
    ReturnValues returnValues,
    ReturnConsumedCapacity returnConsumedCapacity,
    ReturnItemCollectionMetrics returnItemCollectionMetrics,
    ReturnValuesOnConditionCheckFailure onConditionCheckFailure) {

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "DeleteItemInput",
          Shapes.CONSUMED_CAPACITY,
          Shapes.TABLE_NAME,
          Shapes.RETURN_VALUES,
          Shapes.COLLECTION_METRICS,
          Shapes.KEY,
          Shapes.CONDITIONAL_OPERATOR,
          Shapes.any("Expected"),
          Shapes.CONDITION,
          Shapes.VALUES,
          Shapes.NAMES,
          Shapes.ON_CONDITION_FAILURE);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static DeleteItem from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Parameters.checkExpressions(
        input, List.of("ConditionExpression"), List.of("Expected", "ConditionalOperator"));
    Parameters.refuse(input, "Expected", "ConditionalOperator");
    Map<String, AttributeValue> key = input.attributes("Key");
    ReturnValues returnValues =
        input.constant("ReturnValues", ReturnValues.class, ReturnValues.NONE);
    if (returnValues != ReturnValues.NONE && returnValues != ReturnValues.ALL_OLD) {
      throw Input.invalid("ReturnValues can only be ALL_OLD or NONE");
    }
    return new DeleteItem(
        input.table("TableName"),
        key,
        input.text("ConditionExpression"),
        ExpressionAttributes.from(input),
        returnValues,
        Parameters.consumedCapacity(input),
        Parameters.collectionMetrics(input),
        Parameters.onConditionCheckFailure(input));
  }
}
