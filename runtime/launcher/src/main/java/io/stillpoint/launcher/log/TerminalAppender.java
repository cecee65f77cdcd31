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

  @Override
  protected synchronized void append(ILoggingEvent event) {
    if (!event.getLevel().isGreaterOrEqual(Level.WARN)) {
      return;
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
    StringBuilder line =
        new StringBuilder(String.format("%tT ", time))
            .append(event.getLevel())
            .append(' ')
            .append(event.getFormattedMessage());
    IThrowableProxy thrown = event.getThrowableProxy();
    if (thrown != null && thrown.getMessage() != null) {
      String cause = thrown.getMessage();
      if (line.indexOf(cause) < 0) {
        line.append(": ").append(cause);
      }
    }
    return line.toString().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
