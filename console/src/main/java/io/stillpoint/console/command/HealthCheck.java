package io.stillpoint.console.command;

import io.stillpoint.console.output.Json;
import io.stillpoint.console.output.TextTable;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import io.stillpoint.engine.admin.Poller;
import io.stillpoint.engine.admin.PollerStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code health:check}. */
@Component(service = Command.class)
@GogoCommand(scope = "health", function = "check")
public final class HealthCheck extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "health:check",
          "[--json]",
          "Checks the home instance, every other instance, the endpoint, unsettled work and free"
              + " disk. Exit status 1 if something is wrong.",
          List.of("health:check", "health:check --json"));

  /** The HTTP bundle's service and properties, by name: the console needs no class of it. */
  private static final String ENDPOINT = "io.stillpoint.http.Endpoint";

  private static final String ENDPOINT_STATUS = "stillpoint.http.status";
  private static final String ENDPOINT_ADDRESS = "stillpoint.http.address";
  private static final String ENDPOINT_REASON = "stillpoint.http.reason";

  /** The launcher's framework property: the data folder. */
  private static final String DATA = "stillpoint.data";

  /** Less is a warning in time: a full disk makes an embedded database refuse writes. */
  private static final long MIN_FREE_BYTES = 1L << 30;

  private final BundleContext context;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Poller poller;

  /** One check and what it found. */
  private record Result(String check, boolean ok, String detail) {}

  @Activate
  public HealthCheck(BundleContext context) {
    super(USAGE, false);
    this.context = context;
  }

  public String check(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    List<Result> results = new ArrayList<>();
    instances(results);
    results.add(endpoint());
    results.add(work());
    results.add(disk());
    String shown = arguments.wantsJson() ? json(results) : text(results);
    long wrong = results.stream().filter(result -> !result.ok()).count();
    if (wrong > 0) {
      throw CommandException.found(
          shown, wrong == 1 ? "1 check failed." : wrong + " checks failed.");
    }
    return shown;
  }

  private void instances(List<Result> results) {
    Backends engine = backends;
    if (engine == null) {
      results.add(new Result("engine", false, "It is not running; log/stillpoint.log says why."));
      return;
    }
    List<BackendSummary> rows = engine.list();
    if (rows.stream().noneMatch(BackendSummary::home)) {
      results.add(
          new Result(
              "home instance",
              false,
              "It is not there. etc/stillpoint.cfg names it (home=); backend:diag with that name says"
                  + " why."));
    }
    for (BackendSummary row : rows) {
      boolean serves = row.reason().isEmpty() && row.status().equals("SERVING");
      results.add(
          new Result(
              (row.home() ? "home instance " : "instance ") + row.instance(),
              serves,
              serves || row.reason().isEmpty()
                  ? row.status()
                  : row.reason() + " backend:diag " + row.instance() + " says more."));
    }
  }

  private Result endpoint() {
    try {
      ServiceReference<?>[] found = context.getServiceReferences(ENDPOINT, null);
      if (found == null) {
        return new Result("endpoint", false, "The HTTP bundle is not running.");
      }
      Object address = found[0].getProperty(ENDPOINT_ADDRESS);
      return "LISTENING".equals(found[0].getProperty(ENDPOINT_STATUS))
          ? new Result("endpoint", true, "listens at " + address)
          : new Result("endpoint", false, String.valueOf(found[0].getProperty(ENDPOINT_REASON)));
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private Result work() {
    Poller engine = poller;
    if (engine == null) {
      return new Result("unsettled work", false, "The engine is not running.");
    }
    try {
      PollerStatus status = engine.status();
      if (!status.problem().isEmpty()) {
        return new Result("unsettled work", false, status.problem());
      }
      List<PollerStatus.Build> stuck =
          status.builds().stream().filter(build -> !build.problem().isEmpty()).toList();
      return stuck.isEmpty()
          ? new Result(
              "unsettled work",
              true,
              status.operations().size()
                  + " tables being created or deleted, "
                  + status.builds().size()
                  + " indexes being filled")
          : new Result(
              "unsettled work",
              false,
              "The index " + stuck.get(0).index() + " waits: " + stuck.get(0).problem());
    } catch (AdminException e) {
      return new Result("unsettled work", false, e.getMessage());
    }
  }

  private Result disk() {
    String data = context.getProperty(DATA);
    if (data == null) {
      return new Result("free disk", true, "this server has no data folder");
    }
    try {
      long free = Files.getFileStore(Path.of(data)).getUsableSpace();
      String sentence = String.format(Locale.ROOT, "%,d MiB free for %s", free >> 20, data);
      return free >= MIN_FREE_BYTES
          ? new Result("free disk", true, sentence)
          : new Result("free disk", false, sentence + "; free some, or writes will be refused");
    } catch (IOException e) {
      return new Result("free disk", false, data + " cannot be looked at: " + e.getMessage());
    }
  }

  private static String text(List<Result> results) {
    TextTable table = new TextTable("CHECK", "RESULT", "DETAIL");
    results.forEach(
        result -> table.row(result.check(), result.ok() ? "OK" : "WRONG", result.detail()));
    return table.toString();
  }

  private static String json(List<Result> results) {
    return Json.array(
        results,
        (json, result) -> {
          json.writeStringField("check", result.check());
          json.writeBooleanField("ok", result.ok());
          json.writeStringField("detail", result.detail());
        });
  }
}
