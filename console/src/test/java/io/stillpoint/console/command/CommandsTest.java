package io.stillpoint.console.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the commands print of what the engine tells them. */
@Tag("OPS-1")
class CommandsTest {
  private static final TableSummary MUSIC =
      new TableSummary(
          "000000000000",
          "Music",
          "local",
          "ACTIVE",
          OptionalLong.of(1),
          OptionalLong.of(12),
          OptionalLong.of(3400),
          "");
  private static final TableSummary AWAY =
      new TableSummary(
          "000000000000",
          "Orders",
          "pg",
          "UNAVAILABLE",
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          "The backend 'pg' is not there.");

  private record Engine(List<TableSummary> list) implements Tables {
    @Override
    public String describeJson(String account, String name) {
      if (list.stream().noneMatch(table -> table.name().equals(name))) {
        throw new AdminException("There is no table " + account + "/" + name + ".");
      }
      return "{\"Table\":{\"TableName\":\"" + name + "\"}}";
    }
  }

  @Test
  void a_table_whose_backend_is_away_is_a_row_that_says_why() {
    TableList command = new TableList(new Engine(List.of(MUSIC, AWAY)));

    assertEquals(
        """
        NAME    INSTANCE  STATUS       INDEXES  ITEMS  BYTES  PROBLEM
        Music   local     ACTIVE             1     12   3400
        Orders  pg        UNAVAILABLE        ?      ?      ?  The backend 'pg' is not there.""",
        command.list());
    assertTrue(
        command.list("--json").contains("\"name\":\"Orders\",\"instance\":\"pg\""),
        () -> command.list("--json"));
    assertEquals("No tables yet.", new TableList(new Engine(List.of())).list());
    assertEquals("[]", new TableList(new Engine(List.of())).list("--json"));
  }

  @Test
  void a_description_is_a_table_or_the_services_answer() {
    TableDescribe command = new TableDescribe(new Engine(List.of(MUSIC)));

    assertEquals("FIELD      VALUE\nTableName  Music", command.describe("Music"));
    assertEquals("{\"Table\":{\"TableName\":\"Music\"}}", command.describe("Music", "--json"));
    CommandException missing =
        assertThrows(CommandException.class, () -> command.describe("Musik", "--account", "1"));
    assertEquals("There is no table 1/Musik.", missing.getMessage());
    assertEquals(CommandException.FAILED, missing.status());
  }

  @Test
  void a_broken_backend_is_a_row_that_says_why() {
    BackendSummary local =
        new BackendSummary(
            "local",
            "sqlite",
            "io.stillpoint.sqlite 0.1.0",
            "SERVING",
            "",
            true,
            true,
            "instance",
            "key");
    BackendSummary broken =
        new BackendSummary("pg", "", "", "FAILED", "No route to host.", false, false, "", "");
    BackendList command = new BackendList(() -> List.of(local, broken));

    assertEquals(
        """
        INSTANCE  BACKEND  STATUS   HOME  DURABLE  ATOMICITY  SCAN ORDER  BUNDLE                      REASON
        local     sqlite   SERVING  yes   yes      instance   key         io.stillpoint.sqlite 0.1.0
        pg                 FAILED         no                                                          No route to host.""",
        command.list());
  }

  @Test
  void without_an_engine_every_command_says_so() {
    CommandException refused =
        assertThrows(CommandException.class, () -> new BackendList(null).list());
    assertTrue(refused.getMessage().startsWith("The engine is not running"));
    assertEquals(CommandException.FAILED, refused.status());
  }

  @Test
  void wrong_words_are_answered_with_the_usage() {
    TableList command = new TableList(new Engine(List.of()));

    for (String[] words : new String[][] {{"--yaml"}, {"Music"}, {"--json", "--json=1"}, {"-j"}}) {
      CommandException refused =
          assertThrows(CommandException.class, () -> command.list(words), words[0]);
      assertEquals(CommandException.USAGE, refused.status());
      assertTrue(refused.getMessage().endsWith("\nUsage: table:list [--json]"));
    }
    assertTrue(command.list("--help").startsWith("Lists the tables"));
  }
}
