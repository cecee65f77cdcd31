package io.stillpoint.launcher.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.FileSize;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's logging: everything from INFO up to log/stillpoint.log, which is rolled at 10 MiB
 * and kept five times; warnings to the terminal as well. Set up in code, since reading a
 * configuration file costs a tenth of the start.
 */
public final class ServerLog {
  private static final FileSize MAX_FILE = new FileSize(10L * 1024 * 1024);
  private static final int OLD_FILES = 5;

  private final Path file;
  private final LoggerContext context;
  private final TerminalAppender terminal;

  private ServerLog(Path file, LoggerContext context, TerminalAppender terminal) {
    this.file = file;
    this.context = context;
    this.terminal = terminal;
  }

  /**
   * Points every logger of the process at the file.
   *
   * @param folder the folder log/, which exists
   * @param stream the terminal
   */
  public static ServerLog start(Path folder, PrintStream stream) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    Path file = folder.resolve("stillpoint.log");
    TerminalAppender terminal = new TerminalAppender(stream);
    terminal.setContext(context);
    terminal.start();
    ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.INFO);
    root.addAppender(terminal);
    root.addAppender(fileAppender(context, file));
    return new ServerLog(file, context, terminal);
  }

  private static RollingFileAppender<ILoggingEvent> fileAppender(LoggerContext context, Path file) {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setContext(context);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.setPattern("%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{36}: %msg%n");
    encoder.start();

    RollingFileAppender<ILoggingEvent> appender = new RollingFileAppender<>();
    appender.setContext(context);
    appender.setFile(file.toString());
    appender.setEncoder(encoder);

    FixedWindowRollingPolicy rolling = new FixedWindowRollingPolicy();
    rolling.setContext(context);
    rolling.setParent(appender);
    rolling.setFileNamePattern(file.resolveSibling("stillpoint.%i.log").toString());
    rolling.setMinIndex(1);
    rolling.setMaxIndex(OLD_FILES);
    rolling.start();

    SizeBasedTriggeringPolicy<ILoggingEvent> trigger = new SizeBasedTriggeringPolicy<>();
    trigger.setContext(context);
    trigger.setMaxFileSize(MAX_FILE);
    trigger.start();

    appender.setRollingPolicy(rolling);
    appender.setTriggeringPolicy(trigger);
    appender.start();
    return appender;
  }

  /** The file that is written. */
  public Path file() {
    return file;
  }

  /** From now on warnings appear on the terminal, with those that came so far. */
  public void openTerminal() {
    terminal.open();
  }

  /** What the first error of this process said, in one line: often the cause of the later ones. */
  public Optional<String> firstError() {
    return Optional.ofNullable(terminal.firstError());
  }

  /** Closes the file. Lines that come later are lost. */
  public void stop() {
    context.stop();
  }
}
