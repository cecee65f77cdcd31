package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A history written down by hand: times are milliseconds. */
final class Plan {
  static final Key K = new Key("t", "S:k", "");
  static final Key K2 = new Key("t", "S:k2", "");
  static final Outcome CUT = new Outcome.Unknown("connection cut");
  static final Outcome BUSY = new Outcome.NotApplied("503");

  private final List<Entry> entries = new ArrayList<>();

  Plan op(long from, long to, Operation operation, Outcome outcome) {
    entries.add(
        new Entry(
            "p", entries.size() + 1L, 1, operation, from * 1_000_000, to * 1_000_000, outcome));
    return this;
  }

  Plan put(long from, long to, String value) {
    return op(from, to, Write.put(K, Image.v(value)), Outcome.DONE);
  }

  Plan delete(long from, long to) {
    return op(from, to, Write.delete(K), Outcome.DONE);
  }

  Plan get(long from, long to, Image seen) {
    return op(from, to, Read.get(K), Outcome.ok(seen));
  }

  Plan get(long from, long to, String value) {
    return get(from, to, Image.v(value));
  }

  /** {@code ADD n 1} that returned this sum. */
  Plan add(long from, long to, long sum) {
    return op(from, to, Write.add(K, "n", 1), Outcome.ok(count(sum)));
  }

  static Image count(long n) {
    return Image.of(Map.of("n", "N:" + n));
  }

  List<Entry> entries() {
    return List.copyOf(entries);
  }

  Report check() {
    return new HistoryChecker().check(entries);
  }
}
