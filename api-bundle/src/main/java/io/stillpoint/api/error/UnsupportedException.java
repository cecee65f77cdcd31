package io.stillpoint.api.error;

/**
 * The backend cannot do this, now or ever; the message names the backend. Nothing was looked up.
 */
public final class UnsupportedException extends StorageException {
  private static final long serialVersionUID = 1L;

  public UnsupportedException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public UnsupportedException(String message, Throwable cause) {
    super(message, cause);
  }
}
