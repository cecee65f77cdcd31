package io.stillpoint.console.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What Tab offers, and the usage lines that it follows from. */
@Tag("OPS-1")
class CompletionTest {
  private static final Usage EXPORT =
      new Usage("snapshot:export", "TABLE FILE [--rate N] [--from TABLE] [--quiet]", "", List.of());
  private static final Usage CLOSE = new Usage("snapshot:close", "ID", "", List.of());
  private static final Usage HELP = new Usage("help", "[COMMAND]", "", List.of());

  private final Completion completion =
      new Completion(
          List.of(EXPORT, CLOSE, HELP),
          kind ->
              Map.of("TABLE", List.of("Music", "Movies", "Orders"), "ID", List.of("3"))
                  .getOrDefault(kind, List.of()));

  @Test
  void a_usage_line_is_read_as_it_is_written() {
    assertEquals(List.of("TABLE", "FILE"), EXPORT.operands());
    assertEquals(2, EXPORT.requiredOperands());
    assertEquals(Set.of("--quiet"), EXPORT.flags());
    assertEquals(Map.of("--rate", "N", "--from", "TABLE"), EXPORT.options());
    assertEquals(List.of("COMMAND"), HELP.operands());
    assertEquals(0, HELP.requiredOperands());
  }

  @Test
  void the_first_word_is_a_command() {
    assertEquals(List.of("help", "snapshot:close", "snapshot:export"), completion.of(""));
    assertEquals(List.of("snapshot:close"), completion.of("  snapshot:c"));
    assertEquals(List.of("help"), completion.of("snapshot:close 3; h"));
    assertEquals(List.of(), completion.of("no"));
  }

  @Test
  void an_operand_is_what_there_is_of_its_kind() {
    assertEquals(List.of("Movies", "Music"), completion.of("snapshot:export M"));
    assertEquals(List.of("3"), completion.of("snapshot:close "));
    assertEquals(List.of(), completion.of("snapshot:export Music "), "a file is free");
    assertEquals(List.of("snapshot:close", "snapshot:export"), completion.of("help s"));
    assertEquals(List.of(), completion.of("no:such "));
  }

  @Test
  void options_are_offered_once_and_their_values_too() {
    assertEquals(
        List.of("--from", "--help", "--quiet", "--rate"), completion.of("snapshot:export M f "));
    assertEquals(
        List.of("--help", "--rate"), completion.of("snapshot:export --from Music --quiet -"));
    assertEquals(List.of("Orders"), completion.of("snapshot:export --from O"));
    assertEquals(List.of(), completion.of("snapshot:export --rate "), "a number is free");
    assertEquals(List.of("Orders"), completion.of("snapshot:export --rate 5 O"));
  }
}
