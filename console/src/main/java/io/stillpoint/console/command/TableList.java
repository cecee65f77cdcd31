package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import java.util.List;
import java.util.OptionalLong;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code table:list}. */
@Component(service = Command.class)
@GogoCommand(scope = "table", function = "list")
public final class TableList extends ShellCommand {
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
  public TableList() {
    super(USAGE, false);
  }

  TableList(Tables tables) {
    super(USAGE, false);
    this.tables = tables;
  }

  public String list(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    List<TableSummary> rows = Engine.required(tables).list();
    return arguments.wantsJson() ? json(rows) : text(rows);
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
