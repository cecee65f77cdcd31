package io.stillpoint.console.command;

import io.stillpoint.engine.admin.Snapshots;
import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code snapshot:close}. */
@Component(service = Command.class)
@GogoCommand(scope = "snapshot", function = "close")
public final class SnapshotClose extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "snapshot:close",
          "ID",
          "Ends an open snapshot; what reads it, such as an export, fails and cleans up.",
          List.of("snapshot:close 3"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Snapshots snapshots;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public SnapshotClose() {
    super(USAGE, true);
  }

  SnapshotClose(Snapshots snapshots) {
    super(USAGE, true);
    this.snapshots = snapshots;
  }

  public String close(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    long id = arguments.number("ID", arguments.operand(0));
    Engine.required(snapshots).close(id);
    return "Snapshot " + id + " is closed.";
  }
}
