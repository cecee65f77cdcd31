package io.stillpoint.bench.measure;

import java.util.Locale;

/**
 * A figure that the project promises, and the sentence that says whether a run met it.
 *
 * @param what what is measured
 * @param unit what follows the number, with its own space if it wants one: {@code "x dynalite"}
 * @param bound the promise; the median may be equal to it
 * @param atLeast whether the median must reach the bound, rather than stay within it
 */
public record Goal(String what, String unit, double bound, boolean atLeast) {
  /** So many times the baseline or more. */
  public static Goal atLeast(String what, String baseline, double bound) {
    return new Goal(what, "x " + baseline, bound, true);
  }

  /** Not more than a bound with a unit. */
  public static Goal atMost(String what, String unit, double bound) {
    return new Goal(what, " " + unit, bound, false);
  }

  public boolean isMetBy(Ratios measured) {
    return atLeast ? measured.median() >= bound : measured.median() <= bound;
  }

  /** One line: the median, what it is of, the extremes, the goal, and the word for it. */
  public String verdict(Ratios measured) {
    return String.format(
        Locale.ROOT,
        "%s %s%s (min %s, max %s; goal %s%s) %s",
        what,
        number(measured.median()),
        unit,
        number(measured.min()),
        number(measured.max()),
        atLeast ? "" : "at most ",
        number(bound),
        isMetBy(measured) ? "ok" : "MISSED");
  }

  /** Three digits, since none of these measurements is worth more. */
  static String number(double value) {
    int decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
