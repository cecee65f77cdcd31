package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.SnapshotCapacity;
import io.stillpoint.engine.admin.SnapshotSummary;
import io.stillpoint.engine.admin.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.TreeMap;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code snapshot:list}. */
@Component(service = Command.class)
@GogoCommand(scope = "snapshot", function = "list")
public final class SnapshotList extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "snapshot:list",
          "[--json]",
          "Lists the open snapshots, and how many more each backend instance allows.",
          List.of("snapshot:list", "snapshot:list --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Snapshots snapshots;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public SnapshotList() {
    super(USAGE, false);
  }

  SnapshotList(Snapshots snapshots) {
    super(USAGE, false);
    this.snapshots = snapshots;
  }

  public String list(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    Snapshots engine = Engine.required(snapshots);
    List<SnapshotSummary> rows = engine.list();
    return arguments.wantsJson() ? json(rows) : text(rows, engine.capacities());
  }

  private static String text(List<SnapshotSummary> rows, List<SnapshotCapacity> capacities) {
    StringBuilder text = new StringBuilder();
    if (rows.isEmpty()) {
      text.append("No open snapshots.");
    } else {
      TextTable table =
          new TextTable(
              "#ID", "TABLE", "INSTANCE", "SINCE", "#AGE", "#ITEMS", "#ITEMS/S", "HOLDER");
      for (SnapshotSummary row : rows) {
        table.row(
            Long.toString(row.id()),
            row.table(),
            row.instance(),
            row.since().truncatedTo(ChronoUnit.SECONDS).toString(),
            Duration.between(row.since(), Instant.now()).toSeconds() + " s",
            Long.toString(row.items()),
            Long.toString(Math.round(row.rate())),
            row.holder());
      }
      text.append(table);
    }
    text.append("\n");
    for (SnapshotCapacity capacity : capacities) {
      text.append("\n")
          .append(capacity.instance())
          .append(": ")
          .append(capacity.freePermits())
          .append(" of ")
          .append(capacity.permits())
          .append(" permits free");
      new TreeMap<>(capacity.numbers())
          .forEach((name, value) -> text.append(", ").append(name).append(" ").append(value));
    }
    return text.toString().stripTrailing();
  }

  private static String json(List<SnapshotSummary> rows) {
    return Json.array(
        rows,
        (json, row) -> {
          json.writeNumberField("id", row.id());
          json.writeStringField("account", row.account());
          json.writeStringField("table", row.table());
          json.writeStringField("instance", row.instance());
          json.writeStringField("since", row.since().toString());
          json.writeNumberField("items", row.items());
          json.writeNumberField("itemsPerSecond", Math.round(row.rate()));
          json.writeStringField("holder", row.holder());
        });
  }
}
