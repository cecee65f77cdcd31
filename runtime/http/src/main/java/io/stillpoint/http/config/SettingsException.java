package io.stillpoint.http.config;

/** A configuration that is refused: the message names the key, the problem and the allowed form. */
public final class SettingsException extends Exception {
  private static final long serialVersionUID = 1L;

  SettingsException(String message) {
    super(message);
  }
}
