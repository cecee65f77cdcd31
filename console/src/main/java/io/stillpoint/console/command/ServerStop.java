package io.stillpoint.console.command;

import java.util.List;
import java.util.Set;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** {@code server:stop}. */
@Component(service = Command.class)
@GogoCommand(scope = "server", function = "stop")
public final class ServerStop implements Command {
  private static final Usage USAGE =
      new Usage(
          "server:stop",
          "",
          "Stops this server: new requests are refused, those in flight are finished.",
          List.of("server:stop"));

  private final BundleContext context;

  @Activate
  public ServerStop(BundleContext context) {
    this.context = context;
  }

  @Override
  public Usage usage() {
    return USAGE;
  }

  public String stop(String... words) {
    if (Arguments.parse(USAGE, Set.of(), Set.of(), 0, words).wantsHelp()) {
      return USAGE.text();
    }
    try {
      // Returns at once: the framework stops its bundles on a thread of its own.
      context.getBundle(Constants.SYSTEM_BUNDLE_LOCATION).stop();
    } catch (BundleException e) {
      throw CommandException.failed("The framework refuses to stop: " + e.getMessage());
    }
    return "Stopping.";
  }
}
