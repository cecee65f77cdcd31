package io.stillpoint.engine.expression;

import io.stillpoint.engine.error.ServiceException;

/** The request parameters that hold an expression. */
public enum ExpressionKind {
  CONDITION("ConditionExpression"),
  FILTER("FilterExpression"),
  KEY_CONDITION("KeyConditionExpression"),
  UPDATE("UpdateExpression"),
  PROJECTION("ProjectionExpression");

  private final String parameter;

  ExpressionKind(String parameter) {
    this.parameter = parameter;
  }

  /** The name of the request parameter. */
  public String parameter() {
    return parameter;
  }

  /** The service's refusal of an expression of this kind. */
  ServiceException invalid(String reason) {
    return ServiceException.validation("Invalid " + parameter + ": " + reason);
  }
}
