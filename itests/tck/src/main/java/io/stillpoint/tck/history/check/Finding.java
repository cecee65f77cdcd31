package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Something that must not be.
 *
 * @param kind what kind of thing
 * @param keys the keys concerned
 * @param summary what is wrong, in words
 * @param evidence the operations that show it, in the order in which they began; may be empty
 */
public record Finding(Kind kind, List<Key> keys, String summary, List<Entry> evidence) {
  /** What a finding is about. */
  public enum Kind {
    /** No order of the operations explains an answer. */
    NOT_LINEARIZABLE,
    /** Part of a transaction was seen without the rest. */
    HALF_TRANSACTION,
    /** An eventually consistent read returned what no one had written by then. */
    NEVER_WRITTEN,
    /** An index does not agree with its table. */
    INDEX,
    /** The search was given up: the history is neither accepted nor refuted. */
    UNDECIDED
  }

  public Finding {
    keys = List.copyOf(keys);
    evidence = List.copyOf(evidence);
  }

  /** The summary and the evidence, with times relative to the first operation shown. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(kind)
        .append(' ')
        .append(keys.stream().map(Key::toString).collect(Collectors.joining(", ")))
        .append(": ")
        .append(summary);
    long start = evidence.stream().mapToLong(Entry::invoked).min().orElse(0);
    List<Entry> ordered = new ArrayList<>(evidence);
    ordered.sort(java.util.Comparator.comparingLong(Entry::invoked));
    for (Entry entry : ordered) {
      text.append(
          String.format(
              Locale.ROOT,
              "%n  %10.3f .. %10.3f ms  %s  %s -> %s",
              (entry.invoked() - start) / 1e6,
              (entry.returned() - start) / 1e6,
              entry.name(),
              entry.operation(),
              told(entry.outcome())));
    }
    return text.toString();
  }

  private static String told(Outcome outcome) {
    if (outcome instanceof Outcome.Ok ok) {
      return ok.images().isEmpty() ? "ok" : "ok " + ok.images();
    }
    if (outcome instanceof Outcome.Refused refused) {
      return refused.parts().stream()
          .map(p -> p.failed() ? (p.seen() == null ? "failed" : "failed, seeing " + p.seen()) : "-")
          .collect(Collectors.joining("; ", "condition did not hold: ", ""));
    }
    if (outcome instanceof Outcome.NotApplied not) {
      return "not applied: " + not.why();
    }
    return "unknown: " + ((Outcome.Unknown) outcome).why();
  }
}
