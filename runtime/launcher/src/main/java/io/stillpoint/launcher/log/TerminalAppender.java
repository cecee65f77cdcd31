package io.stillpoint.launcher.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import java.io.PrintStream;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Warnings and errors as one line each on the terminal. It keeps what comes before {@link #open}: a
 * start that fails is told in one sentence by the launcher, not by the warnings that led to it,
 * which are in the file.
 */
final class TerminalAppender extends AppenderBase<ILoggingEvent> {
  private static final int MAX_KEPT = 100;

  private final PrintStream terminal;
  private final List<String> kept = new ArrayList<>();
  private String firstError;
  private boolean open;

  TerminalAppender(PrintStream terminal) {
    this.terminal = terminal;
  }

  /** Prints what was kept, and from now on every warning as it comes. */
  synchronized void open() {
    open = true;
    kept.forEach(terminal::println);
    kept.clear();
  }

  /** The first error of this process, without time and level, or null. */
  synchronized String firstError() {
    return firstError;
  }

  @Override
  protected synchronized void append(ILoggingEvent event) {
    if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
      return;
    }
    if (firstError == null && event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      firstError = text(event);
    }
    if (open) {
      terminal.println(line(event));
    } else if (kept.size() < MAX_KEPT) {
      kept.add(line(event));
    }
  }

  private static String line(ILoggingEvent event) {
    LocalTime time =
        Instant.ofEpochMilli(event.getTimeStamp())
            .atZone(ZoneId.systemDefault())
            .toLocalTime()
            .truncatedTo(ChronoUnit.SECONDS);
    return String.format("%tT %s %s", time, event.getLevel(), text(event));
  }

  /** The message, and the message of what caused it if that says more, as one line. */
  private static String text(ILoggingEvent event) {
    String text = event.getFormattedMessage();
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null) {
      while (thrown.getCause() != null) {
        thrown = thrown.getCause();
      }
      String cause = thrown.getMessage() == null ? thrown.getClassName() : thrown.getMessage();
      text = text.contains(cause) ? text : text + ": " + cause;
    }
    return text.replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
