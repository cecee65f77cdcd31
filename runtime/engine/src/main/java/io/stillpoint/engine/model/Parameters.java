package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.ItemSize;
import java.util.List;
import java.util.Map;

/** Rules between the parameters of a request that several operations share. */
final class Parameters {
  private Parameters() {}

  /**
   * Expressions and the older parameters exclude each other; names and values need an expression.
   *
   * @param expressions the operation's expression parameters, in the order of its texts
   * @param older the parameters that expressions replace
   */
  static void checkExpressions(Input input, List<String> expressions, List<String> older) {
    if (hasNone(input, expressions)
        && !input.has("ExpressionAttributeNames")
        && !input.has("ExpressionAttributeValues")) {
      return;
    }
    List<String> given = expressions.stream().filter(input::has).toList();
    if (!given.isEmpty()) {
      List<String> olderGiven = older.stream().filter(input::has).toList();
      if (!olderGiven.isEmpty()) {
        throw Input.invalid(
            "Can not use both expression and non-expression parameters in the same request:"
                + " Non-expression parameters: {"
                + String.join(", ", olderGiven)
                + "} Expression parameters: {"
                + String.join(", ", given)
                + "}");
      }
    } else if (input.has("ExpressionAttributeNames")) {
      throw Input.invalid("ExpressionAttributeNames can only be specified when using expressions");
    }
    List<String> withValues =
        expressions.stream().filter(name -> !name.equals("ProjectionExpression")).toList();
    if (!withValues.isEmpty()
        && input.has("ExpressionAttributeValues")
        && withValues.stream().noneMatch(input::has)) {
      throw Input.invalid(
          "ExpressionAttributeValues can only be specified when using expressions: "
              + String.join(" and ", withValues)
              + (withValues.size() > 1 ? " are" : " is")
              + " null");
    }
  }

  private static boolean hasNone(Input input, List<String> parameters) {
    for (String parameter : parameters) {
      if (input.has(parameter)) {
        return false;
      }
    }
    return true;
  }

  /** Refuses the first of these parameters that is there, by name. */
  static void refuse(Input input, String... parameters) {
    for (String parameter : parameters) {
      if (input.has(parameter)) {
        throw unsupported(parameter);
      }
    }
  }

  static RuntimeException unsupported(String parameter) {
    return Input.invalid(
        "One or more parameter values were invalid: "
            + parameter
            + " is not supported by this version");
  }

  static ReturnConsumedCapacity consumedCapacity(Input input) {
    return input.constant(
        "ReturnConsumedCapacity", ReturnConsumedCapacity.class, ReturnConsumedCapacity.NONE);
  }

  static ReturnItemCollectionMetrics collectionMetrics(Input input) {
    return input.constant(
        "ReturnItemCollectionMetrics",
        ReturnItemCollectionMetrics.class,
        ReturnItemCollectionMetrics.NONE);
  }

  static ReturnValuesOnConditionCheckFailure onConditionCheckFailure(Input input) {
    return input.constant(
        "ReturnValuesOnConditionCheckFailure",
        ReturnValuesOnConditionCheckFailure.class,
        ReturnValuesOnConditionCheckFailure.NONE);
  }

  /**
   * Select, or null; a projection asks for specific attributes, and these need a projection (API
   * Reference, Query, Select).
   */
  static Select select(Input input) {
    Select select = input.constant("Select", Select.class, null);
    boolean projection = input.has("ProjectionExpression");
    if (projection && select != null && select != Select.SPECIFIC_ATTRIBUTES) {
      throw Input.invalid("Cannot specify the ProjectionExpression when choosing to get " + select);
    }
    if (!projection && select == Select.SPECIFIC_ATTRIBUTES) {
      throw Input.invalid(
          "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
              + " SPECIFIC_ATTRIBUTES");
    }
    return select;
  }

  /** A table may be named once in a batch, by its name or by its ARN. */
  static void checkDistinct(List<TableRef> tables) {
    if (tables.stream().map(TableRef::name).distinct().count() < tables.size()) {
      throw Input.invalid("One or more parameter values were invalid: a table is named twice");
    }
  }

  /** An item is at most 400 KB, names included. */
  static void checkSize(Map<String, AttributeValue> item) {
    if (ItemSize.of(item) > ItemSize.MAX_ITEM_SIZE) {
      throw Input.invalid("Item size has exceeded the maximum allowed size");
    }
  }

  /** ExclusiveStartKey, or null; most of its errors say what the value is. */
  static Map<String, AttributeValue> startKey(Input input) {
    try {
      return input.attributes("ExclusiveStartKey");
    } catch (InvalidValueException e) {
      String message = e.getMessage();
      boolean bare =
          List.of(
                  "contains duplicates",
                  "number set",
                  "numeric value",
                  "significant digits",
                  "number with magnitude")
              .stream()
              .anyMatch(message::contains);
      throw bare ? e : e.wrapped("The provided starting key is invalid: ", "");
    }
  }
}
