package io.stillpoint.launcher.framework;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;

/** The server did not get ready in time. Its sentence says what is missing, but not why. */
public final class NotReadyException extends LaunchException {
  private static final long serialVersionUID = 1L;

  NotReadyException(ExitStatus status, String message) {
    super(status, message);
  }
}
