package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.BackendDetails;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code backend:info}. */
@Component(service = Command.class)
@GogoCommand(scope = "backend", function = "info")
public final class BackendInfo extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "backend:info",
          "INSTANCE [--json]",
          "Shows one backend instance: what it is, its limits, and what of them is in use now.",
          List.of("backend:info local", "backend:info local --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public BackendInfo() {
    super(USAGE, false);
  }

  BackendInfo(Backends backends) {
    super(USAGE, false);
    this.backends = backends;
  }

  public String info(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    BackendDetails details = Engine.required(backends).describe(arguments.operand(0));
    return arguments.wantsJson() ? json(details) : text(details);
  }

  private static String text(BackendDetails details) {
    BackendSummary summary = details.summary();
    TextTable table = new TextTable("FIELD", "VALUE");
    table.row("instance", summary.instance());
    table.row("backend", summary.backend());
    table.row("bundle", summary.bundle());
    table.row("status", summary.status());
    if (!summary.reason().isEmpty()) {
      table.row("reason", summary.reason());
    }
    table.row("home", summary.home() ? "yes" : "no");
    table.row("durable", summary.durable() ? "yes" : "no");
    table.row("atomicity", summary.atomicity());
    table.row("scan order", summary.scanOrder());
    table.row("contract", details.contract());
    table.row("update mode", details.updateMode());
    table.row("calls in flight", details.callsInFlight() + " of " + details.concurrency());
    table.row("free permits", free(details.freePermits(), details.permits()));
    table.row("free slots", free(details.freeSlots(), details.slots()));
    table.row("batch entries", limit(details.maxBatchEntries()));
    table.row("batch bytes", limit(details.maxBatchBytes()));
    table.row("transition delay", details.controlPlaneDelay().toMillis() + " ms");
    new TreeMap<>(details.numbers()).forEach((name, value) -> table.row(name, value.toString()));
    return table.toString();
  }

  private static String free(OptionalLong free, int all) {
    return limit(free) + " of " + all;
  }

  private static String limit(OptionalLong number) {
    return number.isPresent() ? Long.toString(number.getAsLong()) : "?";
  }

  private static String json(BackendDetails details) {
    return Json.object(
        details,
        (json, row) -> {
          BackendList.fields(json, row.summary());
          json.writeStringField("contract", row.contract());
          json.writeStringField("updateMode", row.updateMode());
          json.writeNumberField("callsInFlight", row.callsInFlight());
          json.writeNumberField("concurrency", row.concurrency());
          json.writeNumberField("permits", row.permits());
          Json.number(json, "freePermits", row.freePermits());
          json.writeNumberField("slots", row.slots());
          Json.number(json, "freeSlots", row.freeSlots());
          Json.number(json, "maxBatchEntries", row.maxBatchEntries());
          Json.number(json, "maxBatchBytes", row.maxBatchBytes());
          json.writeNumberField("controlPlaneDelayMillis", row.controlPlaneDelay().toMillis());
          json.writeObjectFieldStart("numbers");
          for (var number : new TreeMap<>(row.numbers()).entrySet()) {
            json.writeNumberField(number.getKey(), number.getValue());
          }
          json.writeEndObject();
        });
  }
}
