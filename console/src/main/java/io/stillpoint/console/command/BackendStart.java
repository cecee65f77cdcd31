package io.stillpoint.console.command;

import io.stillpoint.console.bundles.BackendBundle;
import io.stillpoint.console.bundles.BackendBundle.ConfiguredInstance;
import io.stillpoint.console.bundles.BackendBundles;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code backend:start}. */
@Component(service = Command.class)
@GogoCommand(scope = "backend", function = "start")
public final class BackendStart extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "backend:start",
          "BACKEND",
          "Starts a backend's bundle that was stopped, and waits up to 10 seconds for its instances.",
          List.of("backend:start sqlite"));

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final BackendBundles bundles;

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Backends backends;

  @Activate
  public BackendStart(@Reference BackendBundles bundles) {
    super(USAGE, true);
    this.bundles = bundles;
  }

  public String start(String... words) {
    return run(words);
  }

  static BackendBundle find(BackendBundles bundles, String name) {
    return bundles
        .find(name)
        .orElseThrow(
            () ->
                CommandException.failed(
                    "There is no backend '"
                        + name
                        + "'. Installed: "
                        + String.join(", ", bundles.backends())
                        + "."));
  }

  @Override
  String answer(Arguments arguments) {
    BackendBundle backend = find(bundles, arguments.operand(0));
    if (backend.isActive()) {
      return backend.title() + " is running already.";
    }
    try {
      backend.bundle().start();
    } catch (BundleException e) {
      throw CommandException.failed(
          "The bundle " + backend.title() + " does not start: " + e.getMessage());
    }
    List<String> wanted =
        bundles.configured(backend).stream().map(ConfiguredInstance::instance).toList();
    List<String> waiting = awaitServing(wanted);
    if (waiting.isEmpty()) {
      return "Started "
          + backend.title()
          + ". Serving: "
          + (wanted.isEmpty() ? "no instance is configured" : String.join(", ", wanted))
          + ".";
    }
    throw CommandException.failed(
        "Started "
            + backend.title()
            + ", and does not serve yet: "
            + String.join(", ", waiting)
            + ". backend:diag "
            + waiting.get(0)
            + " says why.");
  }

  /** The instances that do not serve when the wait is over. */
  private List<String> awaitServing(List<String> wanted) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      List<String> serving =
          Engine.required(backends).list().stream()
              .filter(row -> row.reason().isEmpty() && row.status().equals("SERVING"))
              .map(BackendSummary::instance)
              .toList();
      List<String> waiting = wanted.stream().filter(one -> !serving.contains(one)).toList();
      if (waiting.isEmpty() || System.nanoTime() > deadline || Thread.interrupted()) {
        return waiting;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }
}
