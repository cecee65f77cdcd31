package io.stillpoint.api.error;

/**
 * A limit of the instance (permits, slots, batch size) is reached. Answered at once, never after a
 * wait.
 */
public final class LimitExceededException extends StorageException {
  private static final long serialVersionUID = 1L;

  public LimitExceededException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public LimitExceededException(String message, Throwable cause) {
    super(message, cause);
  }
}
