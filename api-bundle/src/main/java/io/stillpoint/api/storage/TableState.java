package io.stillpoint.api.storage;

/** The state of a table's fence. */
public enum TableState {
  /** Readable and writable under its current revision. */
  LIVE,
  /** Being deleted: refuses every read and write; goes away by itself. */
  DELETING
}
