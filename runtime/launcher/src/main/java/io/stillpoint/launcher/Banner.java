package io.stillpoint.launcher;

import io.stillpoint.launcher.data.DataFolder;
import java.nio.file.Path;

/** What a server prints when it serves: where everything is, and what to type next. */
final class Banner {
  private Banner() {}

  static String text(
      String address, DataFolder folder, Path log, CommandLine line, String program) {
    String data =
        line.data().isEmpty() && !folder.isTemporary()
            ? ""
            : " --data " + quoted(folder.isTemporary() ? folder.root() : line.dataFolder());
    String what =
        folder.isTemporary() ? " (temporary; tables are in memory and go with the server)" : "";
    return String.join(
        "\n",
        "Stillpoint " + HelpText.version() + " serves DynamoDB requests.",
        "",
        "  endpoint  " + address,
        "  data      " + folder.root() + what,
        "  log       " + log,
        "  shell     " + program + " shell" + data,
        "  stop      Ctrl-C, or " + program + " stop" + data,
        "",
        "Try it from another terminal:",
        "",
        "  AWS_ACCESS_KEY_ID=local AWS_SECRET_ACCESS_KEY=local aws dynamodb list-tables"
            + " --region us-east-1 --endpoint-url "
            + address,
        "");
  }

  private static String quoted(Path path) {
    String text = path.toString();
    return text.matches("[\\w@%+=:,./~-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
  }
}
