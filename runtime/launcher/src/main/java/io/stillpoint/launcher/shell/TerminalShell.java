package io.stillpoint.launcher.shell;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * The shell on a terminal: editing, history and completion. Only this class touches JLine, so that
 * other forms of the client do not load it.
 *
 * <p>Ctrl-C ends the command that runs: its connection is closed, which interrupts it in the
 * server, and a new one is made; variables of the session go with it. At the prompt it drops the
 * line. Ctrl-D and {@code exit} leave.
 */
final class TerminalShell {
  private static final String PROMPT = "stillpoint> ";

  /** The status of a command that Ctrl-C ended, as POSIX shells have it. */
  private static final int INTERRUPTED = 130;

  private static final String HISTORY = "shell.history";

  private final Path data;
  private final Terminal terminal;
  private ShellClient client;

  private TerminalShell(Path data, Terminal terminal) throws LaunchException {
    this.data = data;
    this.terminal = terminal;
    this.client = ShellClient.connect(data);
  }

  /**
   * Runs until the user leaves.
   *
   * @return the last command's exit status
   */
  static int run(Path data) throws LaunchException, IOException {
    // It warns of terminals that it cannot drive fully; it still drives them.
    Logger.getLogger("org.jline").setLevel(Level.OFF);
    try (Terminal terminal =
        TerminalBuilder.builder()
            .name("stillpoint")
            .system(true)
            // stty does all that is needed: no native library to unpack and load.
            .provider(TerminalBuilder.PROP_PROVIDER_EXEC)
            .build()) {
      return new TerminalShell(data, terminal).loop();
    }
  }

  private int loop() throws LaunchException {
    DefaultParser parser = new DefaultParser();
    // Words go to the server as they were typed; Gogo alone gives quotes and escapes a meaning.
    parser.setEscapeChars(null);
    parser.setQuoteChars(new char[0]);
    LineReader reader =
        LineReaderBuilder.builder()
            .terminal(terminal)
            .appName("stillpoint")
            .parser(parser)
            .completer((r, line, candidates) -> complete(line, candidates))
            .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
            .option(LineReader.Option.HISTORY_TIMESTAMPED, false)
            .build();
    keepHistory(reader);
    // Between a command and the next prompt there is nothing to interrupt.
    terminal.handle(Terminal.Signal.INT, Terminal.SignalHandler.SIG_IGN);
    terminal
        .writer()
        .println(
            "Connected to the server on "
                + data
                + ". Tab completes, 'help' lists the commands, 'exit' leaves.");
    int status = ExitStatus.OK.code();
    while (true) {
      try {
        String line = reader.readLine(PROMPT).strip();
        if (line.equals("exit") || line.equals("quit")) {
          return status;
        }
        if (!line.isEmpty()) {
          status = run(line);
        }
      } catch (UserInterruptException e) {
        // The line is dropped, the shell stays.
      } catch (EndOfFileException e) {
        return status;
      } finally {
        terminal.flush();
      }
    }
  }

  /** In the data folder, which only its owner reads: lines may hold what others shall not see. */
  private void keepHistory(LineReader reader) {
    Path file = data.resolve("run").resolve(HISTORY);
    try {
      if (!Files.exists(file)) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      reader.setVariable(LineReader.HISTORY_FILE, file.toAbsolutePath());
    } catch (IOException | UnsupportedOperationException e) {
      // A shell without a memory is still a shell.
      terminal.writer().println("No history is kept: " + e.getMessage());
    }
  }

  private int run(String line) throws LaunchException {
    AtomicBoolean interrupted = new AtomicBoolean();
    ShellClient running = client;
    Terminal.SignalHandler before =
        terminal.handle(
            Terminal.Signal.INT,
            signal -> {
              interrupted.set(true);
              running.abandon();
            });
    try {
      return running.run(line);
    } catch (IOException e) {
      if (!interrupted.get()) {
        throw ShellClient.lost(data, e);
      }
      terminal.writer().println();
      client = ShellClient.connect(data);
      return INTERRUPTED;
    } finally {
      terminal.handle(Terminal.Signal.INT, before);
    }
  }

  private void complete(ParsedLine line, List<Candidate> candidates) {
    ByteArrayOutputStream found = new ByteArrayOutputStream();
    String typed = line.line().substring(0, line.cursor());
    // A connection of its own: it must not wait for, or break, the session of the commands.
    try (ShellClient asking = ShellClient.connect(data, found, OutputStream.nullOutputStream())) {
      if (asking.run("server:complete " + Words.quoted(typed)) != ExitStatus.OK.code()) {
        return;
      }
    } catch (IOException | LaunchException e) {
      // The next command says that the server is gone.
      return;
    }
    found
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(word -> !word.isEmpty())
        .forEach(word -> candidates.add(new Candidate(word)));
  }
}
