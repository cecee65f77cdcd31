package io.stillpoint.console.command;

import io.stillpoint.console.bundles.BackendBundle;
import io.stillpoint.console.bundles.BackendBundle.ConfiguredInstance;
import io.stillpoint.console.bundles.BackendBundles;
import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code backend:diag}: works for an instance that is not there, which is when it is needed. */
@Component(service = Command.class)
@GogoCommand(scope = "backend", function = "diag")
public final class BackendDiag extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "backend:diag",
          "INSTANCE [--json]",
          "Says why a backend instance does not serve, and what to do: its configuration, bundle,"
              + " components and status.",
          List.of("backend:diag local"));

  private final BackendBundles bundles;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  @Activate
  public BackendDiag(@Reference BackendBundles bundles) {
    super(USAGE, false);
    this.bundles = bundles;
  }

  public String diag(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    String instance = arguments.operand(0);
    Map<String, String> rows = diagnose(instance);
    if (arguments.wantsJson()) {
      return Json.object(
          rows,
          (json, all) -> {
            for (Map.Entry<String, String> row : all.entrySet()) {
              json.writeStringField(row.getKey(), row.getValue());
            }
          });
    }
    TextTable table = new TextTable("WHAT", "FOUND");
    rows.forEach(table::row);
    return table.toString();
  }

  private Map<String, String> diagnose(String instance) {
    List<BackendSummary> running =
        Engine.required(backends).list().stream()
            .filter(row -> row.instance().equals(instance))
            .toList();
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("instance", instance);
    BackendBundle backend = null;
    ConfiguredInstance configured = null;
    for (BackendBundle one : bundles.all()) {
      Optional<ConfiguredInstance> found =
          bundles.configured(one).stream().filter(c -> c.instance().equals(instance)).findFirst();
      if (found.isPresent()) {
        backend = one;
        configured = found.get();
      }
    }
    if (configured == null && running.isEmpty()) {
      throw CommandException.failed(
          "No configuration names an instance '"
              + instance
              + "', and none of that name is running. An instance is a file <bundle>-<label>.cfg in"
              + " etc/ of the data folder with the line instance="
              + instance
              + "; backend:list shows those that run.");
    }
    List<String> components = List.of();
    if (configured != null) {
      rows.put("configuration", configured.pid());
      rows.put("file", configured.file().isEmpty() ? "none" : configured.file());
      rows.put("keys set", String.join(", ", configured.keys()));
      rows.put("bundle", backend.title() + ", " + backend.state());
      components = bundles.unsatisfied(backend, configured.pid());
      rows.put("components", components.isEmpty() ? "no problem" : String.join(" ", components));
    } else {
      rows.put("bundle", running.get(0).bundle());
    }
    rows.put(
        "status",
        running.isEmpty()
            ? "not registered"
            : String.join(", ", running.stream().map(BackendSummary::status).toList()));
    String reason =
        running.stream()
            .map(BackendSummary::reason)
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("");
    if (!reason.isEmpty()) {
      rows.put("reason", reason);
    }
    rows.put("next step", nextStep(backend, components, running, reason));
    return rows;
  }

  private static String nextStep(
      BackendBundle backend, List<String> components, List<BackendSummary> running, String reason) {
    if (!running.isEmpty() && running.stream().allMatch(row -> row.reason().isEmpty())) {
      return "None: it serves.";
    } else if (!reason.isEmpty()) {
      return "See the reason; a changed file in etc/ is taken up at once.";
    } else if (backend.state().equals("UNRESOLVED")) {
      return "The framework lacks a package that the bundle needs; the log names it.";
    } else if (!backend.isActive()) {
      return "backend:start " + backend.backend();
    } else if (!components.isEmpty()) {
      return "Give the component what it waits for, or mend the configuration.";
    }
    return "Its bundle runs and registers nothing: the server's log (log/stillpoint.log) says why.";
  }
}
