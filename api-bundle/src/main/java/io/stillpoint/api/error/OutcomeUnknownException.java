package io.stillpoint.api.error;

/**
 * Perhaps applied. Never replayed by the server; settled only by proof (STORAGE-CONTRACT, Calls).
 */
public final class OutcomeUnknownException extends StorageException {
  private static final long serialVersionUID = 1L;

  public OutcomeUnknownException(String message) {
    this(message, null);
  }

  /** A null cause is allowed. */
  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
