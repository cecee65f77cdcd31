package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.Poller;
import io.stillpoint.engine.admin.PollerStatus;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code poller:status} (OPS-4). */
@Component(service = Command.class)
@GogoCommand(scope = "poller", function = "status")
public final class PollerShow extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "poller:status",
          "[--json]",
          "Shows what the engine does by itself: its last look and the next, what woke it, tables"
              + " being created and deleted, indexes being filled.",
          List.of("poller:status", "poller:status --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Poller poller;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public PollerShow() {
    super(USAGE, false);
  }

  PollerShow(Poller poller) {
    super(USAGE, false);
    this.poller = poller;
  }

  public String status(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    PollerStatus status = Engine.required(poller).status();
    return arguments.wantsJson() ? json(status) : text(status);
  }

  private static String text(PollerStatus status) {
    TextTable facts = new TextTable("FIELD", "VALUE");
    facts.row("state", status.state());
    facts.row("looks", Long.toString(status.passes()));
    facts.row("last look", status.lastPass().map(PollerShow::time).orElse("never"));
    facts.row("it took", status.lastPassTook().toMillis() + " ms");
    facts.row(
        "next look", status.nextWake().map(PollerShow::time).orElse("when something wakes it"));
    facts.row(
        "woken by",
        new TreeMap<>(status.wakes())
            .entrySet().stream()
                .map(wake -> wake.getKey() + " " + wake.getValue())
                .collect(Collectors.joining(", ")));
    if (!status.problem().isEmpty()) {
      facts.row("problem", status.problem());
    }
    StringBuilder text = new StringBuilder(facts.toString());
    if (!status.operations().isEmpty()) {
      TextTable table = new TextTable("OPERATION", "TABLE", "INSTANCE", "DUE");
      for (PollerStatus.Operation row : status.operations()) {
        table.row(
            row.name(), row.table(), row.instance(), row.due().map(PollerShow::time).orElse(""));
      }
      text.append("\n\n").append(table);
    }
    if (!status.builds().isEmpty()) {
      TextTable table = new TextTable("INDEX", "TABLE", "INSTANCE", "STATE", "#ITEMS", "PROBLEM");
      for (PollerStatus.Build row : status.builds()) {
        table.row(
            row.index(),
            row.table(),
            row.instance(),
            row.state(),
            Long.toString(row.items()),
            row.problem());
      }
      text.append("\n\n").append(table);
    }
    return text.toString();
  }

  private static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String json(PollerStatus status) {
    return Json.object(
        status,
        (json, row) -> {
          json.writeStringField("state", row.state());
          json.writeNumberField("passes", row.passes());
          json.writeStringField("lastPass", row.lastPass().map(Instant::toString).orElse(null));
          json.writeNumberField("lastPassMillis", row.lastPassTook().toMillis());
          json.writeStringField("nextWake", row.nextWake().map(Instant::toString).orElse(null));
          json.writeObjectFieldStart("wakes");
          for (Map.Entry<String, Long> wake : new TreeMap<>(row.wakes()).entrySet()) {
            json.writeNumberField(wake.getKey(), wake.getValue());
          }
          json.writeEndObject();
          json.writeArrayFieldStart("operations");
          for (PollerStatus.Operation operation : row.operations()) {
            json.writeStartObject();
            json.writeStringField("name", operation.name());
            json.writeStringField("account", operation.account());
            json.writeStringField("table", operation.table());
            json.writeStringField("instance", operation.instance());
            json.writeStringField("due", operation.due().map(Instant::toString).orElse(null));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeArrayFieldStart("indexBuilds");
          for (PollerStatus.Build build : row.builds()) {
            json.writeStartObject();
            json.writeStringField("index", build.index());
            json.writeStringField("table", build.table());
            json.writeStringField("instance", build.instance());
            json.writeStringField("state", build.state());
            json.writeNumberField("items", build.items());
            json.writeStringField("problem", build.problem());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeStringField("problem", row.problem());
        });
  }
}
