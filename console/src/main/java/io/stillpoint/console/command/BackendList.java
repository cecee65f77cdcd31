package io.stillpoint.console.command;

import com.fasterxml.jackson.core.JsonGenerator;
import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import java.io.IOException;
import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code backend:list}: a broken backend is a row that says why. */
@Component(service = Command.class)
@GogoCommand(scope = "backend", function = "list")
public final class BackendList extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "backend:list",
          "[--json]",
          "Lists the backend instances of this server: where tables can live, and what each is"
              + " doing.",
          List.of("backend:list", "backend:list --json"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public BackendList() {
    super(USAGE, false);
  }

  BackendList(Backends backends) {
    super(USAGE, false);
    this.backends = backends;
  }

  public String list(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    List<BackendSummary> rows = Engine.required(backends).list();
    return arguments.wantsJson() ? json(rows) : text(rows);
  }

  private static String text(List<BackendSummary> rows) {
    if (rows.isEmpty()) {
      return "No backend instances. Each is a file in etc/ of the data folder, for example"
          + " io.stillpoint.sqlite-local.cfg.";
    }
    TextTable table =
        new TextTable(
            "INSTANCE",
            "BACKEND",
            "STATUS",
            "HOME",
            "DURABLE",
            "ATOMICITY",
            "SCAN ORDER",
            "BUNDLE",
            "REASON");
    for (BackendSummary row : rows) {
      table.row(
          row.instance(),
          row.backend(),
          row.status(),
          row.home() ? "yes" : "",
          row.durable() ? "yes" : "no",
          row.atomicity(),
          row.scanOrder(),
          row.bundle(),
          row.reason());
    }
    return table.toString();
  }

  private static String json(List<BackendSummary> rows) {
    return Json.array(rows, BackendList::fields);
  }

  /** The fields of an instance, here and in {@code backend:info}. */
  static void fields(JsonGenerator json, BackendSummary row) throws IOException {
    json.writeStringField("instance", row.instance());
    json.writeStringField("backend", row.backend());
    json.writeStringField("bundle", row.bundle());
    json.writeStringField("status", row.status());
    json.writeStringField("reason", row.reason());
    json.writeBooleanField("home", row.home());
    json.writeBooleanField("durable", row.durable());
    json.writeStringField("atomicity", row.atomicity());
    json.writeStringField("scanOrder", row.scanOrder());
  }
}
