package io.stillpoint.console.command;

import io.stillpoint.console.output.TextTable;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** {@code server:help}, or just {@code help}: every command with its sentence. */
@Component(service = Help.class)
@GogoCommand(scope = "server", function = "help")
public final class Help {
  private static final Usage USAGE =
      new Usage("help", "", "Lists the commands of this server.", List.of("help"));

  private final List<Command> commands = new CopyOnWriteArrayList<>();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindCommand(Command command) {
    commands.add(command);
  }

  void unbindCommand(Command command) {
    commands.remove(command);
  }

  public String help(String... words) {
    if (Arguments.parse(USAGE, Set.of(), Set.of(), 0, words).wantsHelp()) {
      return USAGE.text();
    }
    TextTable table = new TextTable("COMMAND", "WHAT IT DOES");
    commands.stream()
        .map(Command::usage)
        .sorted(Comparator.comparing(Usage::name))
        .forEach(usage -> table.row(usage.line(), usage.summary()));
    return table + "\n\nEach explains itself with --help.";
  }
}
