package io.stillpoint.api.error;

/** The caller planned under a revision that is no longer the current one. Nothing was changed. */
public final class StaleRevisionException extends StorageException {
  private static final long serialVersionUID = 1L;

  private final long currentRevision;

  /**
   * @param currentRevision the revision that is current now; 0 if the row is gone
   */
  public StaleRevisionException(String message, long currentRevision) {
    super(message, null);
    this.currentRevision = currentRevision;
  }

  public long currentRevision() {
    return currentRevision;
  }
}
