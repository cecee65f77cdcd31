package io.stillpoint.console.socket;

import io.stillpoint.console.command.CommandException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.felix.service.command.CommandProcessor;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Converter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One Gogo session: runs command lines and turns what happens into output and an exit status. */
final class CommandRunner implements AutoCloseable {
  /** As POSIX shells have it. */
  static final int NOT_FOUND = 127;

  private static final Logger LOG = LoggerFactory.getLogger(CommandRunner.class);

  private final CommandSession session;
  private final PrintStream out;
  private final PrintStream err;

  CommandRunner(CommandProcessor processor, OutputStream out, OutputStream err) {
    this.out = new PrintStream(out, true, StandardCharsets.UTF_8);
    this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
    session = processor.createSession(InputStream.nullInputStream(), this.out, this.err);
  }

  /**
   * Runs one line to its end.
   *
   * @return 0, or the status that says what went wrong; the sentence is on the error stream
   */
  int run(String line) {
    try {
      Object value = session.execute(line);
      if (value != null) {
        CharSequence text = session.format(value, Converter.INSPECT);
        out.println(text == null ? "" : text.toString().stripTrailing());
      }
      return 0;
      // Gogo declares Exception, and whatever a command throws must become a status, not a hung
      // client.
    } catch (Exception e) {
      return explain(line, e);
    } catch (LinkageError | StackOverflowError | AssertionError e) {
      return explain(line, e);
    }
  }

  private int explain(String line, Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof CommandException refused) {
        if (!refused.output().isEmpty()) {
          out.println(refused.output());
        }
        err.println(refused.getMessage());
        return refused.status();
      }
      // Gogo's own class for this is not exported.
      if (t.getClass().getSimpleName().equals("CommandNotFoundException")) {
        err.println("There is no such command: " + line.strip() + "\n'help' lists the commands.");
        return NOT_FOUND;
      }
    }
    // The line may hold a secret, so the log has only the command's name.
    LOG.warn("command {} failed", line.strip().split("\\s", 2)[0], thrown);
    String message = thrown.getMessage();
    err.println(message == null || message.isBlank() ? thrown.toString() : message);
    err.println("The server's log has the details.");
    return CommandException.FAILED;
  }

  @Override
  public void close() {
    session.close();
  }
}
