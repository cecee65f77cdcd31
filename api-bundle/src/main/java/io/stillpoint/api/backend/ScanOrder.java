package io.stillpoint.api.backend;

/** The order in which a range over a whole space arrives. */
public enum ScanOrder {
  /** By partition, then sort. */
  KEY,
  /** By the database's token of the partition, then sort. */
  TOKEN
}
