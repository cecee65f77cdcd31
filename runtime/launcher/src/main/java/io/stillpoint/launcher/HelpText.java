package io.stillpoint.launcher;

/** What {@code --help} and {@code --version} print. */
final class HelpText {
  private HelpText() {}

  static String help(String program) {
    StringBuilder statuses = new StringBuilder();
    for (ExitStatus status : ExitStatus.values()) {
      statuses
          .append("  ")
          .append(status.code())
          .append("  ")
          .append(status.meaning())
          .append('\n');
    }
    return """
        Stillpoint, a DynamoDB-compatible table server.

        Usage:
          PROGRAM [start] [--data DIR | --in-memory] [--port N] [--host ADDRESS]
          PROGRAM stop   [--data DIR]
          PROGRAM shell  [--data DIR]
          PROGRAM exec 'COMMAND' [--data DIR]
          PROGRAM 'SCOPE:COMMAND' [--data DIR]     the same: a word with a colon is a command

        Options:
          --data DIR      the data folder, made where it is missing (default ./stillpoint-data)
          --in-memory     tables live in memory and are gone when the server stops
          --port N        the endpoint's port (default 8000; 0 takes a free one)
          --host ADDRESS  the loopback address to listen on (default 127.0.0.1)
          --help          this text
          --version       the version

        Examples:
          PROGRAM --port 8001
          PROGRAM table:list
          PROGRAM exec 'table:describe Music --json'

        Exit statuses (exec passes on the command's own: 1 failed, 2 wrong usage, 127 no such command):
        """
            .replace("PROGRAM", program)
        + statuses;
  }

  /** The version of this build; "unpackaged" where the classes do not come from a jar. */
  static String version() {
    String version = HelpText.class.getPackage().getImplementationVersion();
    return version == null ? "unpackaged" : version;
  }
}
