package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * PutItem.
 *
 * @param item at most 400 KB; its keys are checked once the table is known
 * @param conditionExpression null if none was sent
 * @param returnValues NONE or ALL_OLD
 */
public record PutItem(
    TableRef table,
    Map<String, AttributeValue> item,
    String conditionExpression,
    ExpressionAttributes attributes,
    ReturnValues returnValues,
    ReturnConsumedCapacity returnConsumedCapacity,
    ReturnItemCollectionMetrics returnItemCollectionMetrics,
    ReturnValuesOnConditionCheckFailure onConditionCheckFailure) {

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "PutItemInput",
          Shapes.CONSUMED_CAPACITY,
          Shapes.TABLE_NAME,
          Shapes.ITEM,
          Shapes.CONDITIONAL_OPERATOR,
          Shapes.any("Expected"),
          Shapes.RETURN_VALUES,
          Shapes.COLLECTION_METRICS,
          Shapes.CONDITION,
          Shapes.VALUES,
          Shapes.NAMES,
          Shapes.ON_CONDITION_FAILURE);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static PutItem from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    Parameters.checkExpressions(
        input, List.of("ConditionExpression"), List.of("Expected", "ConditionalOperator"));
    Parameters.refuse(input, "Expected", "ConditionalOperator");
    Map<String, AttributeValue> item = input.attributes("Item");
    ReturnValues returnValues =
        input.constant("ReturnValues", ReturnValues.class, ReturnValues.NONE);
    if (returnValues != ReturnValues.NONE && returnValues != ReturnValues.ALL_OLD) {
      throw Input.invalid("ReturnValues can only be ALL_OLD or NONE");
    }
    Parameters.checkSize(item);
    return new PutItem(
        input.table("TableName"),
        item,
        input.text("ConditionExpression"),
        ExpressionAttributes.from(input),
        returnValues,
        Parameters.consumedCapacity(input),
        Parameters.collectionMetrics(input),
        Parameters.onConditionCheckFailure(input));
  }
}
