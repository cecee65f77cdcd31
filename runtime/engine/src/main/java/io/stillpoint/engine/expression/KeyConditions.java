package io.stillpoint.engine.expression;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The conditions of a KeyConditionExpression by attribute, before it is known which attributes are
 * the key: the service reads the request whole before it looks for the table.
 */
public final class KeyConditions {
  private final Map<String, RangeCondition> byAttribute;

  KeyConditions(Map<String, RangeCondition> byAttribute) {
    this.byAttribute = Collections.unmodifiableMap(new LinkedHashMap<>(byAttribute));
  }

  /**
   * Matches the conditions with the key of a table or index.
   *
   * @param range null if the key has no range attribute
   * @throws ServiceException if they do not fit that key
   */
  public KeyCondition on(KeyAttribute hash, KeyAttribute range) {
    if (range == null && byAttribute.size() > 1) {
      throw ServiceException.validation("Query key condition not supported");
    }
    RangeCondition hashCondition = condition(hash);
    if (hashCondition == null) {
      throw missing(hash);
    }
    if (hashCondition.operator() != RangeCondition.Operator.EQUAL) {
      throw ServiceException.validation("Query key condition not supported");
    }
    RangeCondition rangeCondition = range == null ? null : condition(range);
    if (rangeCondition == null && byAttribute.size() > 1) {
      throw missing(range);
    }
    return new KeyCondition(hashCondition.operands().get(0), rangeCondition);
  }

  private RangeCondition condition(KeyAttribute key) {
    RangeCondition condition = byAttribute.get(key.name());
    if (condition != null) {
      condition.operands().forEach(operand -> check(key, operand));
    }
    return condition;
  }

  private static void check(KeyAttribute key, AttributeValue operand) {
    if (operand.type() != key.type()) {
      throw ServiceException.validation(
          "One or more parameter values were invalid: Condition parameter type does not match"
              + " schema type");
    }
    boolean emptyString = operand instanceof AttributeValue.S s && s.value().isEmpty();
    boolean emptyBinary = operand instanceof AttributeValue.B b && b.value().equals(Bytes.EMPTY);
    if (emptyString || emptyBinary) {
      throw ServiceException.validation(
          "One or more parameter values are not valid. The AttributeValue for a key attribute"
              + " cannot contain an empty "
              + (emptyString ? "string" : "binary")
              + " value. Key: "
              + key.name());
    }
  }

  private static ServiceException missing(KeyAttribute key) {
    return ServiceException.validation("Query condition missed key schema element: " + key.name());
  }
}
