package io.stillpoint.bench;

import io.stillpoint.bench.measure.Goal;
import io.stillpoint.bench.measure.Ratios;
import io.stillpoint.bench.server.ServerKind;
import io.stillpoint.bench.server.ServerProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long a newcomer waits: from bin/stillpoint on a data folder that is not there to the first
 * answer. The framework's cache is cold; the operating system's of files is not.
 */
final class ColdStart {
  private static final int STARTS = 7;
  private static final Goal GOAL = Goal.atMost("Cold start to the first answer", "s", 2.5);

  private ColdStart() {}

  static void run(Report report) throws IOException, InterruptedException {
    report.heading("start: bin/stillpoint on a new data folder, " + STARTS + " times");
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      try (ServerProcess server = ServerProcess.start(ServerKind.STILLPOINT, Scratch.folder())) {
        double took = server.timeToFirstAnswer().toNanos() / 1e9;
        seconds.add(took);
        report.line(String.format(Locale.ROOT, "start %d: %.2f s", i + 1, took));
      }
    }
    report.judge(GOAL, new Ratios(seconds));
  }
}
