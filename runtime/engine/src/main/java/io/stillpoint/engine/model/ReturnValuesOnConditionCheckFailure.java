package io.stillpoint.engine.model;

/** Whether a failed condition returns the item that it failed on. */
public enum ReturnValuesOnConditionCheckFailure {
  NONE,
  ALL_OLD
}
