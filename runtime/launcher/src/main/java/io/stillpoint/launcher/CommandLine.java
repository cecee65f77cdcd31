package io.stillpoint.launcher;

import io.stillpoint.launcher.shell.Words;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The parsed command line (OPS-2).
 *
 * @param verb what to do
 * @param data the data folder if the user named one
 * @param inMemory whether to start on a temporary folder and keep tables in memory
 * @param port the endpoint's port, 0 for any free one
 * @param host the endpoint's address
 * @param command the shell command of {@link Verb#EXEC}, else empty
 */
record CommandLine(
    Verb verb,
    Optional<Path> data,
    boolean inMemory,
    OptionalInt port,
    Optional<String> host,
    String command) {
  static final String DEFAULT_DATA = "stillpoint-data";

  private static final int MAX_PORT = 65_535;

  enum Verb {
    START,
    STOP,
    SHELL,
    EXEC,
    HELP,
    VERSION
  }

  /**
   * Parses the words after the program's name.
   *
   * @throws LaunchException with {@link ExitStatus#USAGE} and one line, if they make no sense
   */
  static CommandLine parse(String... words) throws LaunchException {
    return new Parser(words).parse();
  }

  Path dataFolder() {
    return data.orElse(Path.of(DEFAULT_DATA));
  }

  private static final class Parser {
    private final String[] words;
    private int next;

    private Verb verb;
    private String data;
    private boolean inMemory;
    private OptionalInt port = OptionalInt.empty();
    private String host;
    private final List<String> command = new ArrayList<>();

    Parser(String... words) {
      this.words = words;
    }

    CommandLine parse() throws LaunchException {
      while (next < words.length) {
        String word = words[next++];
        boolean inCommand = verb == Verb.EXEC && !command.isEmpty();
        if (isOption(word, "--data")) {
          data = value(word, "--data");
        } else if (inCommand) {
          // From here on the options are the command's: table:list --help asks table:list.
          command.add(word);
        } else if (word.startsWith("-")) {
          if (option(word)) {
            return result();
          }
        } else {
          word(word);
        }
      }
      if (verb == null) {
        verb = Verb.START;
      }
      check();
      return result();
    }

    private CommandLine result() {
      return new CommandLine(
          verb,
          Optional.ofNullable(data).map(Path::of),
          inMemory,
          port,
          Optional.ofNullable(host),
          command.size() == 1 ? command.get(0) : quoted(command));
    }

    /** Returns whether the option settles what to do, whatever else was asked. */
    private boolean option(String word) throws LaunchException {
      if (word.equals("--help") || word.equals("-h")) {
        verb = Verb.HELP;
        return true;
      } else if (word.equals("--version")) {
        verb = Verb.VERSION;
        return true;
      } else if (word.equals("--in-memory")) {
        inMemory = true;
      } else if (isOption(word, "--port")) {
        port = OptionalInt.of(portNumber(value(word, "--port")));
      } else if (isOption(word, "--host")) {
        host = value(word, "--host");
      } else {
        throw usage("Unknown option " + word + ".");
      }
      return false;
    }

    private void word(String word) throws LaunchException {
      if (verb == Verb.EXEC) {
        command.add(word);
      } else if (verb != null) {
        throw usage("Unexpected word '" + word + "'.");
      } else if (word.contains(":")) {
        verb = Verb.EXEC;
        command.add(word);
      } else {
        verb =
            switch (word) {
              case "start" -> Verb.START;
              case "stop" -> Verb.STOP;
              case "shell" -> Verb.SHELL;
              case "exec" -> Verb.EXEC;
              default -> throw usage("Unknown command '" + word + "'.");
            };
      }
    }

    private void check() throws LaunchException {
      if (verb == Verb.EXEC && command.isEmpty()) {
        throw usage("exec needs a command, for example: exec 'table:list'.");
      }
      if (verb != Verb.START && (inMemory || port.isPresent() || host != null)) {
        throw usage("--in-memory, --port and --host belong to start.");
      }
      if (inMemory && data != null) {
        throw usage(
            "--in-memory keeps nothing, so it has no use for the data folder "
                + data
                + ": leave out one of the two.");
      }
    }

    private static boolean isOption(String word, String name) {
      return word.equals(name) || word.startsWith(name + "=");
    }

    private String value(String word, String name) throws LaunchException {
      String value;
      if (word.length() > name.length()) {
        value = word.substring(name.length() + 1);
      } else if (next < words.length) {
        value = words[next++];
      } else {
        value = "";
      }
      if (value.isEmpty()) {
        throw usage(name + " needs a value.");
      }
      return value;
    }

    private static int portNumber(String text) throws LaunchException {
      try {
        int port = Integer.parseInt(text);
        if (port >= 0 && port <= MAX_PORT) {
          return port;
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw usage("--port takes a number from 0 (any free port) to 65535, not '" + text + "'.");
    }

    /** Words that the user's shell has parted, put together so that Gogo sees the same words. */
    private static String quoted(List<String> words) {
      return words.stream().map(Words::quoted).collect(Collectors.joining(" "));
    }

    private static LaunchException usage(String problem) {
      return new LaunchException(ExitStatus.USAGE, problem + " --help explains the command line.");
    }
  }
}
