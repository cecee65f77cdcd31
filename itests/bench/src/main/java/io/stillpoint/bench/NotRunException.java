package io.stillpoint.bench;

/** A program that a benchmark needs is not there; the message says which, and where to get it. */
public final class NotRunException extends Exception {
  private static final long serialVersionUID = 1L;

  public NotRunException(String message) {
    super(message);
  }
}
