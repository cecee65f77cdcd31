package io.stillpoint.api.error;

import java.util.Objects;

/**
 * A call that a backend refused or could not complete. The family is sealed: a new error is a new
 * contract version (VEND-3), so the engine's mapping to the service's errors is complete.
 *
 * <p>Messages are for people: they name the table, the instance and what to do, never a secret.
 */
public abstract sealed class StorageException extends RuntimeException
    permits TableNotFoundException,
        TableInUseException,
        StaleRevisionException,
        LimitExceededException,
        SnapshotExpiredException,
        UnsupportedException,
        TransientException,
        OutcomeUnknownException,
        InternalException {
  private static final long serialVersionUID = 1L;

  protected StorageException(String message, Throwable cause) {
    super(Objects.requireNonNull(message, "message"), cause);
  }
}
