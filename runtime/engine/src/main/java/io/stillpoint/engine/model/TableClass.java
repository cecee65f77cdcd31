package io.stillpoint.engine.model;

/** A table's class; Stillpoint keeps and shows it. */
public enum TableClass {
  STANDARD,
  STANDARD_INFREQUENT_ACCESS
}
