package io.stillpoint.bench;

import io.stillpoint.bench.measure.Goal;
import io.stillpoint.bench.measure.Ratios;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What a run prints as it goes, and its verdicts together at the end. */
final class Report {
  private final PrintStream out;
  private final List<String> verdicts = new ArrayList<>();
  private boolean allMet = true;

  Report(PrintStream out) {
    this.out = out;
  }

  PrintStream out() {
    return out;
  }

  void heading(String text) {
    out.println();
    out.println(text);
  }

  void line(String text) {
    out.println("  " + text);
  }

  void judge(Goal goal, Ratios measured) {
    String verdict = goal.verdict(measured);
    out.println("  " + verdict);
    verdicts.add(verdict);
    allMet &= goal.isMetBy(measured);
  }

  /** Prints every verdict; says whether all goals were met. */
  boolean finish() {
    heading("Verdicts:");
    verdicts.forEach(out::println);
    return allMet;
  }
}
