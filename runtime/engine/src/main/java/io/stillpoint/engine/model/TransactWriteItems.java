package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.longest;
import static io.stillpoint.engine.validation.Constraint.present;
import static io.stillpoint.engine.validation.Constraint.shortest;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * TransactWriteItems: 1 to 100 actions, all or none. That no two of them name the same item is
 * checked once the tables are known.
 *
 * @param clientRequestToken null if none was sent
 */
public record TransactWriteItems(
    List<Action> actions,
    String clientRequestToken,
    ReturnConsumedCapacity returnConsumedCapacity,
    ReturnItemCollectionMetrics returnItemCollectionMetrics) {
  /** The most actions of a transaction. */
  static final int MAX_ACTIONS = 100;

  /** One action. Keys are checked against the key schema once the table is known. */
  public sealed interface Action {
    TableRef table();

    /** Null if the action has none. */
    String conditionExpression();

    ExpressionAttributes attributes();

    /** Whether the cancellation reason shows the item that the condition failed on. */
    ReturnValuesOnConditionCheckFailure onConditionCheckFailure();
  }

  /** Checks a condition and writes nothing. */
  public record ConditionCheck(
      TableRef table,
      Map<String, AttributeValue> key,
      String conditionExpression,
      ExpressionAttributes attributes,
      ReturnValuesOnConditionCheckFailure onConditionCheckFailure)
      implements Action {}

  /** Puts an item of at most 400 KB. */
  public record Put(
      TableRef table,
      Map<String, AttributeValue> item,
      String conditionExpression,
      ExpressionAttributes attributes,
      ReturnValuesOnConditionCheckFailure onConditionCheckFailure)
      implements Action {}

  /** Deletes an item. */
  public record Delete(
      TableRef table,
      Map<String, AttributeValue> key,
      String conditionExpression,
      ExpressionAttributes attributes,
      ReturnValuesOnConditionCheckFailure onConditionCheckFailure)
      implements Action {}

  /** Updates an item. */
  public record Update(
      TableRef table,
      Map<String, AttributeValue> key,
      String updateExpression,
      String conditionExpression,
      ExpressionAttributes attributes,
      ReturnValuesOnConditionCheckFailure onConditionCheckFailure)
      implements Action {}

  public TransactWriteItems {
    actions = List.copyOf(actions);
  }

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "TransactWriteItemsInput",
          member("ClientRequestToken", Shape.Scalar.STRING, shortest(1), longest(36)),
          Shapes.CONSUMED_CAPACITY,
          Shapes.COLLECTION_METRICS,
          member(
              "TransactItems",
              Shape.list(
                  Shape.element(
                      "TransactWriteItem",
                      action(
                          "ConditionCheck",
                          Shapes.KEY,
                          member("ConditionExpression", Shape.Scalar.STRING, present())),
                      action("Put", Shapes.ITEM, Shapes.CONDITION),
                      action("Delete", Shapes.KEY, Shapes.CONDITION),
                      action(
                          "Update",
                          Shapes.KEY,
                          member("UpdateExpression", Shape.Scalar.STRING, present()),
                          Shapes.CONDITION))),
              present(),
              shortest(1),
              longest(MAX_ACTIONS)));

  private static Shape.Member action(String name, Shape.Member... members) {
    Shape.Member[] all =
        Stream.concat(
                Stream.of(members),
                Stream.of(
                    Shapes.TABLE_NAME, Shapes.NAMES, Shapes.VALUES, Shapes.ON_CONDITION_FAILURE))
            .toArray(Shape.Member[]::new);
    return member(name, Shape.struct(name, all));
  }

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static TransactWriteItems from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    List<Action> actions =
        input.list("TransactItems").stream().map(TransactWriteItems::action).toList();
    return new TransactWriteItems(
        actions,
        input.text("ClientRequestToken"),
        Parameters.consumedCapacity(input),
        Parameters.collectionMetrics(input));
  }

  private static Action action(Input item) {
    List<String> given = new ArrayList<>();
    for (String name : List.of("ConditionCheck", "Put", "Delete", "Update")) {
      if (item.has(name)) {
        given.add(name);
      }
    }
    if (given.size() != 1) {
      throw Input.invalid("TransactItems can only contain one of Check, Put, Update or Delete");
    }
    Input input = item.struct(given.get(0));
    Parameters.checkExpressions(
        input,
        given.get(0).equals("Update")
            ? List.of("UpdateExpression", "ConditionExpression")
            : List.of("ConditionExpression"),
        List.of());
    TableRef table = input.table("TableName");
    Map<String, AttributeValue> attributes =
        input.attributes(given.get(0).equals("Put") ? "Item" : "Key");
    String condition = input.text("ConditionExpression");
    ExpressionAttributes expression = ExpressionAttributes.from(input);
    ReturnValuesOnConditionCheckFailure onFailure = Parameters.onConditionCheckFailure(input);
    return switch (given.get(0)) {
      case "ConditionCheck" ->
          new ConditionCheck(table, attributes, condition, expression, onFailure);
      case "Put" -> {
        Parameters.checkSize(attributes);
        yield new Put(table, attributes, condition, expression, onFailure);
      }
      case "Delete" -> new Delete(table, attributes, condition, expression, onFailure);
      default ->
          new Update(
              table, attributes, input.text("UpdateExpression"), condition, expression, onFailure);
    };
  }
}
