package io.stillpoint.api.backend;

/** How one version of a backend may follow another on the same database. */
public enum UpdateMode {
  /** An embedded database: the successor opens after the last native handle has closed. */
  EXCLUSIVE,
  /** A database server: both may be connected at once. */
  OVERLAPPING
}
