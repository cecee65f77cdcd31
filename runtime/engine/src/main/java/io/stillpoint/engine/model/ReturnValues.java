package io.stillpoint.engine.model;

/** Which attributes a write returns (API Reference, ReturnValues). */
public enum ReturnValues {
  NONE,
  ALL_OLD,
  UPDATED_OLD,
  ALL_NEW,
  UPDATED_NEW
}
