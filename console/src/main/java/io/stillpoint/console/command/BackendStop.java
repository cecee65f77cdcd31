package io.stillpoint.console.command;

import io.stillpoint.console.bundles.BackendBundle;
import io.stillpoint.console.bundles.BackendBundles;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code backend:stop}: its tables answer 503 until it is started again. */
@Component(service = Command.class)
@GogoCommand(scope = "backend", function = "stop")
public final class BackendStop extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "backend:stop",
          "BACKEND [--discard] [--yes]",
          "Stops a backend's bundle, with every instance of it: their tables answer a retryable 503"
              + " until backend:start. --discard: also where an instance keeps its tables in memory,"
              + " which are gone then. --yes: also where one is the home instance.",
          List.of("backend:stop sqlite --yes"));

  /** Names that a sentence shows before it counts the rest. */
  private static final int SHOWN = 10;

  private final BackendBundles bundles;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Tables tables;

  @Activate
  public BackendStop(@Reference BackendBundles bundles) {
    super(USAGE, true);
    this.bundles = bundles;
  }

  public String stop(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    String name = arguments.operand(0);
    BackendBundle backend = BackendStart.find(bundles, name);
    if (!backend.isActive()) {
      throw CommandException.failed(
          "The bundle " + backend.title() + " is not running: it is " + backend.state() + ".");
    }
    List<BackendSummary> instances =
        Engine.required(backends).list().stream()
            .filter(row -> row.bundle().equals(backend.title()))
            .toList();
    String affected =
        "Instances: "
            + names(instances.stream().map(BackendSummary::instance).toList())
            + ". "
            + tablesOf(instances);
    refuseWithoutFlags(arguments, instances, affected);
    try {
      backend.bundle().stop();
    } catch (BundleException e) {
      throw CommandException.failed(
          "The bundle " + backend.title() + " does not stop: " + e.getMessage());
    }
    return "Stopped "
        + backend.title()
        + ". "
        + affected
        + "\nbackend:start "
        + name
        + " starts it again.";
  }

  private static void refuseWithoutFlags(
      Arguments arguments, List<BackendSummary> instances, String affected) {
    List<String> lost =
        instances.stream().filter(row -> !row.durable()).map(BackendSummary::instance).toList();
    if (!lost.isEmpty() && !arguments.has("--discard")) {
      throw CommandException.failed(
          names(lost)
              + " keeps its tables in memory: stopping it loses them for good. "
              + affected
              + " Nothing was stopped; --discard stops it.");
    }
    if (instances.stream().anyMatch(BackendSummary::home) && !arguments.has("--yes")) {
      throw CommandException.failed(
          "The home instance is among them, which holds the names of all tables: while it is"
              + " stopped no table can be created, deleted or listed, and tables that this server"
              + " has not used yet cannot be found, wherever they lie. "
              + affected
              + " Nothing was stopped; --yes stops it.");
    }
  }

  private String tablesOf(List<BackendSummary> instances) {
    Set<String> stopped =
        instances.stream().map(BackendSummary::instance).collect(Collectors.toSet());
    try {
      List<String> theirs =
          Engine.required(tables).list().stream()
              .filter(row -> stopped.contains(row.instance()))
              .map(TableSummary::name)
              .toList();
      return "Tables: " + names(theirs) + ".";
    } catch (AdminException e) {
      return "Their tables are not known: " + e.getMessage();
    }
  }

  private static String names(List<String> all) {
    if (all.isEmpty()) {
      return "none";
    }
    String shown = String.join(", ", all.subList(0, Math.min(SHOWN, all.size())));
    return all.size() > SHOWN ? shown + " and " + (all.size() - SHOWN) + " more" : shown;
  }
}
