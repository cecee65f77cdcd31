package io.stillpoint.launcher;

/**
 * Why the process ends, as the one line that people see and the exit status that programs see. It
 * carries no stack trace: it is an answer, not a defect.
 */
public class LaunchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ExitStatus status;

  public LaunchException(ExitStatus status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  public ExitStatus status() {
    return status;
  }
}
