package io.stillpoint.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The arithmetic behind every published figure. */
class GoalTest {
  @Test
  void medianIsTheMiddleOfWhatWasMeasuredInAnyOrder() {
    Ratios odd = new Ratios(List.of(3.0, 1.0, 2.0, 9.0, 2.5));
    assertEquals(2.5, odd.median());
    assertEquals(1.0, odd.min());
    assertEquals(9.0, odd.max());
    assertEquals(2.25, new Ratios(List.of(2.5, 1.0, 2.0, 9.0)).median());
  }

  @Test
  void whatWasNotMeasuredIsNoFigure() {
    assertThrows(IllegalArgumentException.class, () -> new Ratios(List.of()));
    for (double broken : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> new Ratios(List.of(1.0, broken)));
    }
  }

  @Test
  void ratioMustReachItsGoal() {
    Goal goal = Goal.atLeast("PutItem", "dynalite", 1.5);
    assertTrue(goal.isMetBy(new Ratios(List.of(1.5))));
    assertFalse(goal.isMetBy(new Ratios(List.of(1.0, 1.49, 9.0))));
    assertEquals(
        "PutItem 2.10x dynalite (min 1.90, max 12.3; goal 1.50) ok",
        goal.verdict(new Ratios(List.of(1.9, 2.1, 12.34))));
    assertEquals(
        "PutItem 1.20x dynalite (min 1.20, max 1.20; goal 1.50) MISSED",
        goal.verdict(new Ratios(List.of(1.2))));
  }

  @Test
  void timeMustStayWithinItsGoal() {
    Goal goal = Goal.atMost("Directory lease", "ns", 200);
    assertTrue(goal.isMetBy(new Ratios(List.of(200.0))));
    assertFalse(goal.isMetBy(new Ratios(List.of(200.1))));
    assertEquals(
        "Directory lease 21.4 ns (min 20.0, max 153; goal at most 200) ok",
        goal.verdict(new Ratios(List.of(20.0, 21.4, 153.2))));
  }
}
