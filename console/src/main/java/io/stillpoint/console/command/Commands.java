package io.stillpoint.console.command;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** The commands of this server, for {@code help} and completion. Any thread. */
@Component(service = Commands.class)
public final class Commands {
  private final List<Command> commands = new CopyOnWriteArrayList<>();

  @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
  void bindCommand(Command command) {
    commands.add(command);
  }

  void unbindCommand(Command command) {
    commands.remove(command);
  }

  /** How each is called, {@code help} included, ordered by name. */
  List<Usage> usages() {
    return Stream.concat(Stream.of(Help.USAGE), commands.stream().map(Command::usage))
        .sorted(Comparator.comparing(Usage::name))
        .toList();
  }
}
