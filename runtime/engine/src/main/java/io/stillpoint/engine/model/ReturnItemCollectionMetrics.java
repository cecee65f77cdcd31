package io.stillpoint.engine.model;

/** Whether an answer tells the sizes of item collections. */
public enum ReturnItemCollectionMetrics {
  NONE,
  SIZE
}
