package io.stillpoint.console.command;

import io.stillpoint.console.output.TextTable;
import java.util.List;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** {@code server:help}, or just {@code help}: every command, by scope, with what it does. */
@Component(service = Help.class)
@GogoCommand(scope = "server", function = "help")
public final class Help {
  static final Usage USAGE =
      new Usage(
          "help",
          "[COMMAND]",
          "Lists the commands of this server, or explains one.",
          List.of("help", "help table:list"));

  private final Commands commands;

  @Activate
  public Help(@Reference Commands commands) {
    this.commands = commands;
  }

  public String help(String... words) {
    Arguments arguments = Arguments.parse(USAGE, words);
    if (arguments.wantsHelp()) {
      return USAGE.text();
    }
    return arguments.operandCount() == 0 ? all() : one(arguments.operand(0));
  }

  private String all() {
    TextTable table = new TextTable("COMMAND", "WHAT IT DOES");
    String scope = "";
    for (Usage usage : commands.usages()) {
      if (!usage.scope().equals(scope)) {
        scope = usage.scope();
        table.row("", "");
      }
      table.row(usage.line(), usage.headline());
    }
    return table + "\n\nEach explains itself with --help. 'exit' leaves the shell.";
  }

  private String one(String name) {
    return commands.usages().stream()
        .filter(usage -> usage.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.failed(
                    "There is no command " + name + ". 'help' lists those that there are."))
        .text();
  }
}
