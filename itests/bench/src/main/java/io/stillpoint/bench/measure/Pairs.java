package io.stillpoint.bench.measure;

import io.stillpoint.bench.NotRunException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Two contenders that take turns, so that a slow minute of the machine hits both: each is warmed
 * up, then they run in pairs, and who goes first alternates.
 */
public final class Pairs {
  /** How many a figure is made of. */
  public static final int COUNT = 5;

  /** What can be measured again and again. */
  public interface Contender {
    String name();

    /** Runs until it is as fast as it gets. */
    void warmUp() throws IOException, InterruptedException, NotRunException;

    /** Runs once. */
    Rate measure() throws IOException, InterruptedException, NotRunException;
  }

  /** What one run did: operations a second, and what to print of it. */
  public record Rate(double perSecond, String text) {}

  private Pairs() {}

  /** Runs them and returns how many times the baseline ours is. */
  public static Ratios run(Contender ours, Contender baseline, PrintStream out)
      throws IOException, InterruptedException, NotRunException {
    ours.warmUp();
    baseline.warmUp();
    List<Double> ratios = new ArrayList<>();
    for (int pair = 0; pair < COUNT; pair++) {
      boolean oursFirst = pair % 2 == 0;
      Rate first = (oursFirst ? ours : baseline).measure();
      Rate second = (oursFirst ? baseline : ours).measure();
      Rate our = oursFirst ? first : second;
      Rate their = oursFirst ? second : first;
      ratios.add(our.perSecond() / their.perSecond());
      out.printf(
          "  pair %d: %s %s; %s %s; ratio %s%n",
          pair + 1,
          ours.name(),
          our.text(),
          baseline.name(),
          their.text(),
          Goal.number(our.perSecond() / their.perSecond()));
    }
    return new Ratios(ratios);
  }
}
