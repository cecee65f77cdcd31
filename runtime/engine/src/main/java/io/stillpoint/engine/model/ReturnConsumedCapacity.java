package io.stillpoint.engine.model;

/** Whether an answer tells the capacity that it consumed, in all or by index too. */
public enum ReturnConsumedCapacity {
  NONE,
  TOTAL,
  INDEXES
}
