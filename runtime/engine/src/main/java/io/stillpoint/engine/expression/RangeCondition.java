package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import java.util.List;
import java.util.OptionalInt;

/**
 * A condition on a range key.
 *
 * @param operands two for {@link Operator#BETWEEN}, lower then upper, else one
 */
public record RangeCondition(Operator operator, List<AttributeValue> operands) {
  /** How the key compares with the operands. */
  public enum Operator {
    EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL,
    BETWEEN,
    BEGINS_WITH
  }

  public RangeCondition {
    operands = List.copyOf(operands);
  }

  /** Whether a range key satisfies the condition. */
  public boolean test(AttributeValue key) {
    AttributeValue first = operands.get(0);
    if (operator == Operator.BEGINS_WITH) {
      return Values.beginsWith(key, first);
    }
    OptionalInt compared = Values.compare(key, first);
    if (compared.isEmpty()) {
      return false;
    }
    int order = compared.getAsInt();
    return switch (operator) {
      case EQUAL -> order == 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
      case BETWEEN -> order >= 0 && Values.compare(key, operands.get(1)).orElse(1) <= 0;
      case BEGINS_WITH -> throw new AssertionError(operator);
    };
  }
}
