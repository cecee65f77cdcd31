package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Key;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The verdict on a history.
 *
 * @param findings what is wrong; empty if the history is accepted
 * @param operations how many operations were looked at
 * @param keys how many keys
 * @param weaklyChecked groups of keys joined by transactions that were too large for the joint
 *     search: each key was searched alone and their transactions only by the weaker rule
 */
public record Report(
    List<Finding> findings, int operations, int keys, List<List<Key>> weaklyChecked) {
  public Report {
    findings = List.copyOf(findings);
    weaklyChecked = List.copyOf(weaklyChecked);
  }

  /** Whether nothing is wrong and nothing was left undecided. */
  public boolean accepted() {
    return findings.isEmpty();
  }

  /**
   * Fails a test unless the history is accepted.
   *
   * @throws AssertionError with every finding in words
   */
  public void assertAccepted() {
    if (!accepted()) {
      throw new AssertionError(toString());
    }
  }

  @Override
  public String toString() {
    String scope = operations + " operations on " + keys + " keys";
    String weak =
        weaklyChecked.isEmpty()
            ? ""
            : "; " + weaklyChecked.size() + " groups of keys by the weaker rule for transactions";
    return accepted()
        ? scope + ": accepted" + weak
        : findings.stream()
            .map(Finding::toString)
            .collect(
                Collectors.joining(
                    System.lineSeparator(),
                    scope + ": " + findings.size() + " findings" + weak + System.lineSeparator(),
                    ""));
  }
}
