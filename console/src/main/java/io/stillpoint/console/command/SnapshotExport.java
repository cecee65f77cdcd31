package io.stillpoint.console.command;

import io.stillpoint.engine.admin.ExportSummary;
import io.stillpoint.engine.admin.Snapshots;
import io.stillpoint.engine.request.Request;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.apache.felix.service.command.annotations.GogoCommand;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** {@code snapshot:export}. */
@Component(service = Command.class)
@GogoCommand(scope = "snapshot", function = "export")
public final class SnapshotExport extends ShellCommand {
  private static final Usage USAGE =
      new Usage(
          "snapshot:export",
          "TABLE FILE [--rate N] [--account ACCOUNT]",
          "Writes a table as of this instant to a new file of the server's machine, one line"
              + " {\"Item\":...} for each item, in key order. --rate: at most N items a second.",
          List.of(
              "snapshot:export Music /srv/music.jsonl",
              "snapshot:export Music /srv/music.jsonl --rate 5000"));

  @Reference(
      cardinality = ReferenceCardinality.OPTIONAL,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile Snapshots snapshots;

  /** For Declarative Services, which sets the engine's service while there is one. */
  public SnapshotExport() {
    super(USAGE, true);
  }

  SnapshotExport(Snapshots snapshots) {
    super(USAGE, true);
    this.snapshots = snapshots;
  }

  public String export(String... words) {
    return run(words);
  }

  @Override
  String answer(Arguments arguments) {
    long rate = arguments.number("--rate", arguments.option("--rate", "0"));
    // The session's, so that progress is apart from the result; Gogo sets it for each thread.
    PrintStream err = System.err;
    ExportSummary done =
        Engine.required(snapshots)
            .export(
                arguments.option("--account", Request.DEFAULT_ACCOUNT),
                arguments.operand(0),
                Path.of(arguments.operand(1)),
                rate,
                sofar -> {
                  err.println(line(sofar));
                  // A client that has gone away has cancelled.
                  return !err.checkError();
                });
    return line(done)
        + "\nAs of "
        + done.marker()
        + (done.keyOrdered() ? ", in key order." : ", in no order.");
  }

  private static String line(ExportSummary summary) {
    return String.format(
        Locale.ROOT,
        "%,d items, %,d bytes, %,.0f items/s, %.1f s",
        summary.items(),
        summary.bytes(),
        summary.rate(),
        summary.took().toMillis() / 1e3);
  }
}
