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
  private final String output;

  private CommandException(int status, String output, String message) {
    super(message, null, false, false);
    this.status = status;
    this.output = output;
  }

  static CommandException failed(String message) {
    return new CommandException(FAILED, "", message);
  }

  /**
   * A command that has an answer, and whose answer is that something is wrong.
   *
   * @param output the answer, for standard output
   */
  static CommandException found(String output, String message) {
    return new CommandException(FAILED, output, message);
  }

  static CommandException usage(Usage usage, String problem) {
    return new CommandException(USAGE, "", problem + "\nUsage: " + usage.line());
  }

  /** The exit status that the client shall end with. */
  public int status() {
    return status;
  }

  /** What goes to standard output before the message goes to standard error; may be empty. */
  public String output() {
    return output;
  }
}
