package io.stillpoint.api.error;

/** The name is taken, or the table's state does not allow the call. Nothing was changed. */
public final class TableInUseException extends StorageException {
  private static final long serialVersionUID = 1L;

  public TableInUseException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public TableInUseException(String message, Throwable cause) {
    super(message, cause);
  }
}
