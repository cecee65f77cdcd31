package io.stillpoint.bench.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The results of several runs of one measurement, of which the middle one is the figure and the
 * extremes say how much to trust it.
 */
public record Ratios(List<Double> values) {
  /**
   * @throws IllegalArgumentException if there is none, or one is not a positive number
   */
  public Ratios {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    for (double value : values) {
      if (!(value > 0) || Double.isInfinite(value)) {
        throw new IllegalArgumentException("a measurement of " + value);
      }
    }
    List<Double> sorted = new ArrayList<>(values);
    Collections.sort(sorted);
    values = List.copyOf(sorted);
  }

  /** The middle value; of an even number the mean of the two in the middle. */
  public double median() {
    int middle = values.size() / 2;
    return values.size() % 2 == 1
        ? values.get(middle)
        : (values.get(middle - 1) + values.get(middle)) / 2;
  }

  public double min() {
    return values.get(0);
  }

  public double max() {
    return values.get(values.size() - 1);
  }
}
