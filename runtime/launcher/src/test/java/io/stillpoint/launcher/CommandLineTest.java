package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.launcher.CommandLine.Verb;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The grammar of OPS-2. */
@Tag("OPS-2")
class CommandLineTest {
  @Test
  void nothing_is_start_on_the_default_folder() throws Exception {
    CommandLine line = CommandLine.parse();

    assertEquals(Verb.START, line.verb());
    assertEquals(Path.of("stillpoint-data"), line.dataFolder());
    assertEquals(Optional.empty(), line.data());
    assertEquals(OptionalInt.empty(), line.port());
  }

  @Test
  void options_stand_before_or_after_the_word_with_or_without_equals() throws Exception {
    CommandLine line = CommandLine.parse("--data=d", "start", "--port", "0", "--host", "::1");

    assertEquals(Verb.START, line.verb());
    assertEquals(Path.of("d"), line.dataFolder());
    assertEquals(OptionalInt.of(0), line.port());
    assertEquals(Optional.of("::1"), line.host());
    assertEquals(Verb.STOP, CommandLine.parse("--data", "d", "stop").verb());
    assertEquals(Verb.SHELL, CommandLine.parse("shell", "--data", "d").verb());
  }

  @Test
  void a_command_is_all_its_words() throws Exception {
    assertCommand("table:list", "table:list");
    assertCommand("table:list", "exec", "table:list");
    assertCommand("help", "exec", "help");
    assertCommand("table:list --json", "table:list --json");
    assertCommand("table:list --json", "table:list", "--json");
    assertCommand("table:describe \"two words\"", "table:describe", "two words");
    assertCommand("a:b \"\\$x\\\"\\\\\"", "a:b", "$x\"\\");
    assertCommand("a:b --port 1 --help", "exec", "a:b", "--port", "1", "--help");
    assertCommand("a:b c", "a:b", "--data", "d", "c");
  }

  private static void assertCommand(String command, String... words) throws LaunchException {
    CommandLine line = CommandLine.parse(words);
    assertEquals(Verb.EXEC, line.verb());
    assertEquals(command, line.command());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      value = {
        "--prot = Unknown option --prot.",
        "begin = Unknown command 'begin'.",
        "start stop = Unexpected word 'stop'.",
        "exec = exec needs a command, for example: exec 'table:list'.",
        "--data = --data needs a value.",
        "--port = --port needs a value.",
        "--port x = --port takes a number from 0 (any free port) to 65535, not 'x'.",
        "--port 65536 = --port takes a number from 0 (any free port) to 65535, not '65536'.",
        "--port -1 = --port takes a number from 0 (any free port) to 65535, not '-1'.",
        "stop --in-memory = --in-memory, --port and --host belong to start.",
        "shell --port 1 = --in-memory, --port and --host belong to start.",
        "--in-memory --data d = --in-memory keeps nothing, so it has no use for the data folder d:"
            + " leave out one of the two.",
      })
  void nonsense_is_one_line_and_status_2(String words, String sentence) {
    LaunchException refused =
        assertThrows(LaunchException.class, () -> CommandLine.parse(words.split(" ", -1)));

    assertEquals(sentence + " --help explains the command line.", refused.getMessage());
    assertEquals(ExitStatus.USAGE, refused.status());
  }

  @Test
  void help_and_version_win() throws Exception {
    assertEquals(Verb.HELP, CommandLine.parse("start", "--help", "--nonsense").verb());
    assertEquals(Verb.HELP, CommandLine.parse("exec", "-h").verb());
    assertEquals(Verb.VERSION, CommandLine.parse("--version").verb());
  }
}
