package io.stillpoint.api.error;

/** A stored value that cannot be read, or a defect of the backend. Nothing was changed. */
public final class InternalException extends StorageException {
  private static final long serialVersionUID = 1L;

  public InternalException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public InternalException(String message, Throwable cause) {
    super(message, cause);
  }
}
