package io.stillpoint.engine.model;

import static io.stillpoint.engine.validation.Constraint.longest;
import static io.stillpoint.engine.validation.Constraint.present;
import static io.stillpoint.engine.validation.Constraint.shortest;
import static io.stillpoint.engine.validation.Shape.member;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.Shape;
import java.util.List;
import java.util.Map;

/**
 * TransactGetItems: 1 to 100 gets of one instant. That no two of them name the same item is checked
 * once the tables are known.
 */
public record TransactGetItems(List<Get> gets, ReturnConsumedCapacity returnConsumedCapacity) {
  /**
   * One get.
   *
   * @param key checked against the key schema once the table is known
   * @param projectionExpression null if none was sent
   * @param attributes names only
   */
  public record Get(
      TableRef table,
      Map<String, AttributeValue> key,
      String projectionExpression,
      ExpressionAttributes attributes) {}

  public TransactGetItems {
    gets = List.copyOf(gets);
  }

  private static final Shape.Struct SHAPE =
      Shape.struct(
          "TransactGetItemsInput",
          member(
              "TransactItems",
              Shape.list(
                  Shape.element(
                      "TransactGetItem",
                      member(
                          "Get",
                          Shape.struct(
                              "Get",
                              Shapes.KEY,
                              Shapes.TABLE_NAME,
                              Shapes.PROJECTION,
                              Shapes.NAMES),
                          present()))),
              present(),
              shortest(1),
              longest(TransactWriteItems.MAX_ACTIONS)),
          Shapes.CONSUMED_CAPACITY);

  /**
   * Checks and reads a request.
   *
   * @throws io.stillpoint.engine.error.ServiceException the service's refusal
   */
  public static TransactGetItems from(Json.Obj request) {
    Input input = Input.checked(request, SHAPE);
    List<Get> gets =
        input.list("TransactItems").stream().map(item -> get(item.struct("Get"))).toList();
    return new TransactGetItems(gets, Parameters.consumedCapacity(input));
  }

  private static Get get(Input input) {
    Parameters.checkExpressions(input, List.of("ProjectionExpression"), List.of());
    return new Get(
        input.table("TableName"),
        input.attributes("Key"),
        input.text("ProjectionExpression"),
        ExpressionAttributes.from(input));
  }
}
