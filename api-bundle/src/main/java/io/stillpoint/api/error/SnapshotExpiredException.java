package io.stillpoint.api.error;

/** The database discarded a snapshot before its stream was drained. Open another. */
public final class SnapshotExpiredException extends StorageException {
  private static final long serialVersionUID = 1L;

  public SnapshotExpiredException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public SnapshotExpiredException(String message, Throwable cause) {
    super(message, cause);
  }
}
