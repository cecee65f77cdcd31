package io.stillpoint.console.command;

/**
 * A command that did not do what it was asked. The message is printed as it is and names what to
 * do; it carries no stack trace, since it is an answer and not a defect.
 */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The exit status of a command that could not do its work. */
  public static final int FAILED = 1;

  /** The exit status of a command line that is wrong. */
  public static final int USAGE = 2;

  private final int status;

  private CommandException(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  static CommandException failed(String message) {
    return new CommandException(FAILED, message);
  }

  static CommandException usage(Usage usage, String problem) {
    return new CommandException(USAGE, problem + "\nUsage: " + usage.line());
  }

  /** The exit status that the client shall end with. */
  public int status() {
    return status;
  }
}
