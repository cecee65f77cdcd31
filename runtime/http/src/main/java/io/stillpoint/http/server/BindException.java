package io.stillpoint.http.server;

/** The server cannot listen: the message is one sentence for people, with the next step. */
public final class BindException extends Exception {
  private static final long serialVersionUID = 1L;

  BindException(String message, Throwable cause) {
    super(message, cause);
  }
}
