package io.stillpoint.launcher;

import io.stillpoint.launcher.shell.ShellClient;
import io.stillpoint.launcher.shell.StopCommand;

/** The entry point of every form of {@code bin/stillpoint}. */
public final class Main {
  /**
   * System property: how the user calls this program, for the texts that tell what to type next.
   */
  static final String PROGRAM = "stillpoint.program";

  private Main() {}

  public static void main(String[] words) {
    int status;
    try {
      status = run(CommandLine.parse(words));
    } catch (LaunchException e) {
      System.err.println("stillpoint: " + e.getMessage());
      status = e.status().code();
    }
    System.exit(status);
  }

  private static int run(CommandLine line) throws LaunchException {
    String program = System.getProperty(PROGRAM, "bin/stillpoint");
    return switch (line.verb()) {
      case HELP -> {
        System.out.print(HelpText.help(program));
        yield ExitStatus.OK.code();
      }
      case VERSION -> {
        System.out.println("Stillpoint " + HelpText.version() + " on Java " + Runtime.version());
        yield ExitStatus.OK.code();
      }
      case START -> new Server(line, program).run();
      case STOP -> StopCommand.run(line.dataFolder(), System.out);
      case SHELL -> ShellClient.interactive(line.dataFolder());
      case EXEC -> ShellClient.exec(line.dataFolder(), line.command());
    };
  }
}
