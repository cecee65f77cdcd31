package io.stillpoint.api.error;

/**
 * Surely not applied, and worth another try: the database is away, busy, or the deadline passed
 * before the call began.
 */
public final class TransientException extends StorageException {
  private static final long serialVersionUID = 1L;

  public TransientException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public TransientException(String message, Throwable cause) {
    super(message, cause);
  }
}
