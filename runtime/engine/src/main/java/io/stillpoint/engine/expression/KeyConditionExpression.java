package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.RangeCondition.Operator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A KeyConditionExpression, bound to a request: a well-formed condition. Whether it is also one
 * that a Query can use is asked by {@link #conditions}, which the service does only after it has
 * looked for unused placeholders.
 */
public final class KeyConditionExpression {
  private final Syntax expression;
  private final Binding binding;

  KeyConditionExpression(Syntax expression, Binding binding) {
    this.expression = expression;
    this.binding = binding;
  }

  /**
   * The conditions, by attribute.
   *
   * @throws ServiceException if they are not one or two comparisons of an attribute with values,
   *     joined by AND
   */
  public KeyConditions conditions() {
    Map<String, RangeCondition> conditions = new LinkedHashMap<>();
    collect(expression, conditions);
    if (conditions.size() > 2) {
      throw ServiceException.validation("Conditions can be of length 1 or 2 only");
    }
    return new KeyConditions(conditions);
  }

  private void collect(Syntax part, Map<String, RangeCondition> conditions) {
    if (part instanceof Syntax.And and) {
      and.parts().forEach(inner -> collect(inner, conditions));
    } else if (part instanceof Syntax.Comparison comparison) {
      if (comparison.operator().equals("<>")) {
        throw invalidOperator("<>");
      }
      comparison(comparison, conditions);
    } else if (part instanceof Syntax.Between between) {
      List<Syntax> operands = List.of(between.operand(), between.lower(), between.upper());
      add(Operator.BETWEEN, "BETWEEN", operands, conditions);
    } else if (part instanceof Syntax.Call call && call.function().equals("begins_with")) {
      add(Operator.BEGINS_WITH, "begins_with", call.arguments(), conditions);
    } else {
      throw invalidOperator(operator(part));
    }
  }

  private static String operator(Syntax part) {
    if (part instanceof Syntax.Call call) {
      return call.function();
    }
    if (part instanceof Syntax.Or) {
      return "OR";
    }
    return part instanceof Syntax.Not ? "NOT" : "IN";
  }

  private static ServiceException invalidOperator(String operator) {
    return ServiceException.validation(
        "Invalid operator used in KeyConditionExpression: " + operator);
  }

  private void comparison(Syntax.Comparison comparison, Map<String, RangeCondition> conditions) {
    boolean attributeFirst = comparison.left() instanceof Syntax.Path;
    Operator operator =
        switch (comparison.operator()) {
          case "<" -> attributeFirst ? Operator.LESS : Operator.GREATER;
          case "<=" -> attributeFirst ? Operator.LESS_OR_EQUAL : Operator.GREATER_OR_EQUAL;
          case ">" -> attributeFirst ? Operator.GREATER : Operator.LESS;
          case ">=" -> attributeFirst ? Operator.GREATER_OR_EQUAL : Operator.LESS_OR_EQUAL;
          default -> Operator.EQUAL;
        };
    List<Syntax> operands =
        attributeFirst
            ? List.of(comparison.left(), comparison.right())
            : List.of(comparison.right(), comparison.left());
    add(operator, comparison.operator(), operands, conditions);
  }

  private void add(
      Operator operator,
      String written,
      List<Syntax> operands,
      Map<String, RangeCondition> conditions) {
    if (operands.stream().anyMatch(Syntax.Call.class::isInstance)) {
      throw ServiceException.validation("KeyConditionExpressions cannot contain nested operations");
    }
    long paths = operands.stream().filter(Syntax.Path.class::isInstance).count();
    if (paths > 1) {
      throw invalidCondition("Multiple attribute names used in one condition");
    }
    if (!(operands.get(0) instanceof Syntax.Path path)) {
      boolean elsewhere = operator == Operator.BETWEEN || operator == Operator.BEGINS_WITH;
      throw invalidCondition(
          elsewhere
              ? written + " operator must have the key attribute as its first operand"
              : "No key attribute specified");
    }
    DocumentPath attribute = binding.path(path);
    if (attribute.isNested()) {
      throw ServiceException.validation(
          "KeyConditionExpressions cannot have conditions on nested attributes");
    }
    List<AttributeValue> values =
        operands.stream().skip(1).map(value -> binding.value((Syntax.Value) value)).toList();
    RangeCondition condition = new RangeCondition(operator, values);
    if (conditions.putIfAbsent(attribute.topLevel(), condition) != null) {
      throw ServiceException.validation(
          "KeyConditionExpressions must only contain one condition per key");
    }
  }

  private static ServiceException invalidCondition(String reason) {
    return ServiceException.validation("Invalid condition in KeyConditionExpression: " + reason);
  }
}
