package io.stillpoint.sqlite.database;

import java.util.Objects;

/** How a write operation ended. */
public sealed interface Written<T> {
  /**
   * Its transaction is durable.
   *
   * @param result what the operation returned, a refusal included
   */
  record Done<T>(T result) implements Written<T> {}

  /** Surely nothing of it is or will be in the database. */
  record NotApplied<T>(String reason) implements Written<T> {
    public NotApplied {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** Perhaps it is in the database, or will be. */
  record Unknown<T>(String reason) implements Written<T> {
    public Unknown {
      Objects.requireNonNull(reason, "reason");
    }
  }

  /** It failed by itself and was undone; the others of its group were not touched. */
  record Failed<T>(Exception cause) implements Written<T> {
    public Failed {
      Objects.requireNonNull(cause, "cause");
    }
  }
}
