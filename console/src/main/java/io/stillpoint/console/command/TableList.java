package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code table:list}. */
@Component(service = Command.class)
@GogoCommand(scope = "table", function = "list")
public final class TableList implements Command {
  private static final Usage USAGE =
      new Usage(
          "table:list",
          "[--json]",
          "Lists the tables of this server, with the backend instance that holds each.",
          List.of("table:list", "table:list --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Tables tables;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public TableList() {}

  TableList(Tables tables) {
    this.tables = tables;
  }

  @Override
  public Usage usage() {
    return USAGE;
  }

  public String list(String... words) {
    Arguments arguments = Arguments.parse(USAGE, Set.of("--json"), Set.of(), 0, words);
    if (arguments.wantsHelp()) {
      return USAGE.text();
    }
    List<TableSummary> rows;
    try {
      rows = Engine.required(tables).list();
    } catch (AdminException e) {
      throw CommandException.failed(e.getMessage());
    }
    return arguments.has("--json") ? json(rows) : text(rows);
  }

  private static String text(List<TableSummary> rows) {
    if (rows.isEmpty()) {
      return "No tables yet.";
    }
    TextTable table =
        new TextTable("NAME", "INSTANCE", "STATUS", "#INDEXES", "#ITEMS", "#BYTES", "PROBLEM");
    boolean oneAccount = rows.stream().map(TableSummary::account).distinct().count() == 1;
    for (TableSummary row : rows) {
      table.row(
          oneAccount ? row.name() : row.account() + "/" + row.name(),
          row.instance(),
          row.status(),
          text(row.indexes()),
          text(row.items()),
          text(row.bytes()),
          row.problem());
    }
    return table.toString();
  }

  private static String text(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "?";
  }

  private static String json(List<TableSummary> rows) {
    return Json.array(
        rows,
        (json, row) -> {
          json.writeStringField("account", row.account());
          json.writeStringField("name", row.name());
          json.writeStringField("instance", row.instance());
          json.writeStringField("status", row.status());
          Json.number(json, "indexes", row.indexes());
          Json.number(json, "items", row.items());
          Json.number(json, "bytes", row.bytes());
          json.writeStringField("problem", row.problem());
        });
  }
}
