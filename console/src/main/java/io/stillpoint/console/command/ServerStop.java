package io.stillpoint.console.command;

import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code server:stop}. */
@Component(service = Command.class)
@GogoCommand(scope = "server", function = "stop")
public final class ServerStop extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "server:stop",
          "",
          "Stops this server: new requests are refused, those in flight are finished.",
          List.of("server:stop"));

  private final BundleContext context;

  @Activate
  public ServerStop(BundleContext context) {
    super(USAGE, true);
    this.context = context;
  }

  public String stop(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    try {
      // Returns at once: the framework stops its bundles on a thread of its own.
      context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
    } catch (BundleException e) {
      throw CommandException.failed("The framework refuses to stop: " + e.getMessage());
    }
    return "Stopping.";
  }
}
