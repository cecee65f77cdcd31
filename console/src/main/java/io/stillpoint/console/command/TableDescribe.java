package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.Tables;
import io.stillpoint.engine.request.Request;
import java.util.List;
import java.util.Set;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code table:describe}. */
@Component(service = Command.class)
@GogoCommand(scope = "table", function = "describe")
public final class TableDescribe implements Command {
  private static final Usage USAGE =
      new Usage(
          "table:describe",
          "NAME [--account ACCOUNT] [--json]",
          "Shows one table: its keys, indexes, state and size. With --json, exactly what DynamoDB's"
              + " DescribeTable answers.",
          List.of("table:describe Music", "table:describe Music --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Tables tables;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public TableDescribe() {}

  TableDescribe(Tables tables) {
    this.tables = tables;
  }

  @Override
  public Usage usage() {
    return USAGE;
  }

  public String describe(String... words) {
    Arguments arguments = Arguments.parse(USAGE, Set.of("--json"), Set.of("--account"), 1, words);
    if (arguments.wantsHelp()) {
      return USAGE.text();
    }
    String json;
    try {
      json =
          Engine.required(tables)
              .describeJson(
                  arguments.option("--account", Request.DEFAULT_ACCOUNT), arguments.operand(0));
    } catch (AdminException e) {
      throw CommandException.failed(e.getMessage());
    }
    return arguments.has("--json") ? json : Json.toTable(json, "Table.");
  }
}
