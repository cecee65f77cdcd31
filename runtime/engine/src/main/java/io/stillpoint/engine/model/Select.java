package io.stillpoint.engine.model;

/** Which attributes a Query or Scan returns (API Reference, Select). */
public enum Select {
  ALL_ATTRIBUTES,
  ALL_PROJECTED_ATTRIBUTES,
  SPECIFIC_ATTRIBUTES,
  COUNT
}
