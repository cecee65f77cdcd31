package io.stillpoint.console.command;

import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.Snapshots;
import java.util.List;
import java.util.Set;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code snapshot:close}. */
@Component(service = Command.class)
@GogoCommand(scope = "snapshot", function = "close")
public final class SnapshotClose implements Command {
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
  public SnapshotClose() {}

  SnapshotClose(Snapshots snapshots) {
    this.snapshots = snapshots;
  }

  @Override
  public Usage usage() {
    return USAGE;
  }

  public String close(String... words) {
    Arguments arguments = Arguments.parse(USAGE, Set.of(), Set.of(), 1, words);
    if (arguments.wantsHelp()) {
      return USAGE.text();
    }
    long id = Arguments.number(USAGE, "ID", arguments.operand(0));
    try {
      Engine.required(snapshots).close(id);
    } catch (AdminException e) {
      throw CommandException.failed(e.getMessage());
    }
    return "Snapshot " + id + " is closed.";
  }
}
