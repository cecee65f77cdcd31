package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.engine.admin.Tables;
import io.stillpoint.engine.request.Request;
import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code table:describe}. */
@Component(service = Command.class)
@GogoCommand(scope = "table", function = "describe")
public final class TableDescribe extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "table:describe",
          "TABLE [--account ACCOUNT] [--json]",
          "Shows one table: its keys, indexes, state and size. With --json, exactly what DynamoDB's"
              + " DescribeTable answers.",
          List.of("table:describe Music", "table:describe Music --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Tables tables;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public TableDescribe() {
    super(USAGE, false);
  }

  TableDescribe(Tables tables) {
    super(USAGE, false);
    this.tables = tables;
  }

  public String describe(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    String json =
        Engine.required(tables)
            .describeJson(
                arguments.option("--account", Request.DEFAULT_ACCOUNT), arguments.operand(0));
    return arguments.wantsJson() ? json : Json.toTable(json, "Table.");
  }
}
