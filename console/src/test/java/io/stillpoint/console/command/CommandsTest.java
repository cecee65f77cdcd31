package io.stillpoint.console.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.BackendDetails;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import io.stillpoint.engine.admin.ExportSummary;
import io.stillpoint.engine.admin.SnapshotCapacity;
import io.stillpoint.engine.admin.SnapshotSummary;
import io.stillpoint.engine.admin.Snapshots;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
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

  private record TwoInstances(List<BackendSummary> list) implements Backends {
    @Override
    public BackendDetails describe(String instance) {
      return list.stream()
          .filter(one -> one.instance().equals(instance))
          .map(
              one ->
                  new BackendDetails(
                      one,
                      7,
                      "0.1",
                      "exclusive",
                      64,
                      3,
                      OptionalLong.empty(),
                      OptionalLong.of(1000),
                      4,
                      OptionalLong.of(2),
                      4,
                      OptionalLong.empty(),
                      Duration.ofMillis(250),
                      Map.of("log_bytes", 8192L)))
          .findFirst()
          .orElseThrow(() -> new AdminException("No backend instance '" + instance + "'."));
    }
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
    BackendList command = new BackendList(new TwoInstances(List.of(local, broken)));

    assertEquals(
        """
        INSTANCE  BACKEND  STATUS   HOME  DURABLE  ATOMICITY  SCAN ORDER  BUNDLE                      REASON
        local     sqlite   SERVING  yes   yes      instance   key         io.stillpoint.sqlite 0.1.0
        pg                 FAILED         no                                                          No route to host.""",
        command.list());
    BackendInfo info = new BackendInfo(new TwoInstances(List.of(local, broken)));
    String text = info.info("pg");
    assertTrue(text.contains("calls in flight   3 of 64\nfree permits      2 of 4\n"), text);
    assertTrue(text.contains("reason            No route to host.\n"), text);
    assertTrue(text.endsWith("log_bytes         8192"), text);
    assertTrue(
        info.info("local", "--json").contains("\"freeSlots\":null,\"maxBatchEntries\":null,"),
        () -> info.info("local", "--json"));
    assertEquals(
        "No backend instance 'x'.",
        assertThrows(CommandException.class, () -> info.info("x")).getMessage());
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

  /** One snapshot that is open, and what the commands asked for. */
  private static final class OneSnapshot implements Snapshots {
    private final List<String> asked = new ArrayList<>();

    @Override
    public List<SnapshotSummary> list() {
      return List.of(
          new SnapshotSummary(
              3, "000000000000", "Music", "local", Instant.EPOCH, 120, 40.4, "export to /m"));
    }

    @Override
    public List<SnapshotCapacity> capacities() {
      return List.of(new SnapshotCapacity("local", 4, 3, Map.of("log_bytes", 8192L)));
    }

    @Override
    public void close(long id) {
      if (id != 3) {
        throw new AdminException("No snapshot " + id + " is open.");
      }
    }

    @Override
    public ExportSummary export(
        String account,
        String table,
        Path file,
        long itemsPerSecond,
        Predicate<ExportSummary> progress) {
      asked.add(account + " " + table + " " + file + " " + itemsPerSecond);
      return new ExportSummary(1200, 34_000, Duration.ofMillis(1500), true, "kind text");
    }

    @Override
    public long copy(String instance, Path file, LongConsumer progress) {
      return 81_920;
    }
  }

  @Test
  void snapshots_are_listed_with_what_is_left() {
    SnapshotList command = new SnapshotList(new OneSnapshot());

    String text = command.list();
    assertTrue(
        text.matches(
            """
            ID  TABLE  INSTANCE  SINCE +AGE  ITEMS  ITEMS/S  HOLDER
             3  Music  local     1970-01-01T00:00:00Z  \\d+ s    120       40  export to /m

            local: 3 of 4 permits free, log_bytes 8192"""),
        text);
    assertEquals(
        "[{\"id\":3,\"account\":\"000000000000\",\"table\":\"Music\",\"instance\":\"local\","
            + "\"since\":\"1970-01-01T00:00:00Z\",\"items\":120,\"itemsPerSecond\":40,"
            + "\"holder\":\"export to /m\"}]",
        command.list("--json"));
  }

  @Test
  void an_export_says_what_it_wrote_and_of_which_instant() {
    OneSnapshot engine = new OneSnapshot();

    assertEquals(
        "1,200 items, 34,000 bytes, 800 items/s, 1.5 s\nAs of kind text, in key order.",
        new SnapshotExport(engine).export("Music", "/m", "--rate", "500"));
    assertEquals(List.of("000000000000 Music /m 500"), engine.asked);
    assertEquals("Snapshot 3 is closed.", new SnapshotClose(engine).close("3"));
    assertEquals("Copied 81,920 bytes to /c.db.", new BackendCopy(engine).copy("local", "/c.db"));
    CommandException refused =
        assertThrows(CommandException.class, () -> new SnapshotClose(engine).close("4"));
    assertEquals("No snapshot 4 is open.", refused.getMessage());
    for (String wrong : new String[] {"x", "-1", "1.5"}) {
      refused = assertThrows(CommandException.class, () -> new SnapshotClose(engine).close(wrong));
      assertEquals(CommandException.USAGE, refused.status());
    }
  }
}
