package io.stillpoint.console.command;

import io.stillpoint.engine.admin.AdminException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every command does the same way: its words are sorted as its usage says, {@code --help} is
 * answered, what the engine refuses becomes the command's failure, and what changes something
 * leaves a line in the log (OPS-7).
 *
 * <p>A subclass has one public method of its function's name that takes the words and calls {@link
 * #run}: Gogo finds commands by the names of methods.
 */
abstract class ShellCommand implements Command {
  /** A name of its own, so that an operator can send these lines elsewhere. */
  private static final Logger AUDIT = LoggerFactory.getLogger("stillpoint.audit");

  private final Usage usage;
  private final boolean changes;

  /**
   * @param changes whether the command changes the server or writes files
   */
  ShellCommand(Usage usage, boolean changes) {
    this.usage = usage;
    this.changes = changes;
  }

  @Override
  public final Usage usage() {
    return usage;
  }

  /**
   * Does what was asked, and returns what to print.
   *
   * @throws CommandException if it cannot be done
   * @throws AdminException if the engine says so
   */
  abstract String answer(Arguments arguments);

  final String run(String... words) {
    Arguments arguments = Arguments.parse(usage, words);
    if (arguments.wantsHelp()) {
      return usage.text();
    }
    String outcome = "failed";
    try {
      String answer = answer(arguments);
      outcome = "done";
      return answer;
    } catch (AdminException | CommandException e) {
      outcome = "refused: " + e.getMessage();
      throw e instanceof CommandException ? e : CommandException.failed(e.getMessage());
    } finally {
      if (changes) {
        // No command that changes something takes a secret among its words.
        AUDIT.info("{}", line(usage.name() + " " + String.join(" ", words) + " | " + outcome));
      }
    }
  }

  /** One line, whatever the words hold. */
  private static String line(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
