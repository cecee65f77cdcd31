package io.stillpoint.api.backend;

/** What one batch may span. */
public enum Atomicity {
  /** Any entries of any tables of the instance. */
  INSTANCE,
  /** Entries of one table that have the same partition. */
  PARTITION
}
