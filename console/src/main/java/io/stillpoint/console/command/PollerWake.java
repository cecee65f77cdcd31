package io.stillpoint.console.command;

import io.stillpoint.engine.admin.Poller;
import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code poller:wake}. */
@Component(service = Command.class)
@GogoCommand(scope = "poller", function = "wake")
public final class PollerWake extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "poller:wake",
          "",
          "Makes the engine look now at everything that may have to be done: instances to take into"
              + " service, creations and deletions to settle.",
          List.of("poller:wake"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Poller poller;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public PollerWake() {
    super(USAGE, true);
  }

  PollerWake(Poller poller) {
    super(USAGE, true);
    this.poller = poller;
  }

  public String wake(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    Engine.required(poller).wake();
    return "Woken; poller:status shows what it does.";
  }
}
