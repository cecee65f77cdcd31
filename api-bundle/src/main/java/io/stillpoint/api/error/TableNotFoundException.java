package io.stillpoint.api.error;

/** The instance has no such table. Nothing was changed. */
public final class TableNotFoundException extends StorageException {
  private static final long serialVersionUID = 1L;

  public TableNotFoundException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public TableNotFoundException(String message, Throwable cause) {
    super(message, cause);
  }
}
