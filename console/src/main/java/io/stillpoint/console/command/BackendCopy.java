package io.stillpoint.console.command;

import io.stillpoint.engine.admin.Snapshots;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code backend:copy}. */
@Component(service = Command.class)
@GogoCommand(scope = "backend", function = "copy")
public final class BackendCopy extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "backend:copy",
          "INSTANCE FILE",
          "Copies an embedded database as of this instant to a new file of the server's machine,"
              + " while it serves.",
          List.of("backend:copy local /srv/copies/local.db"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Snapshots snapshots;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public BackendCopy() {
    super(USAGE, true);
  }

  BackendCopy(Snapshots snapshots) {
    super(USAGE, true);
    this.snapshots = snapshots;
  }

  public String copy(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    long bytes =
        Engine.required(snapshots)
            .copy(arguments.operand(0), Path.of(arguments.operand(1)), sofar -> {});
    return String.format(Locale.ROOT, "Copied %,d bytes to %s.", bytes, arguments.operand(1));
  }
}
