package io.stillpoint.engine.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** When the control plane looked at everything, and what made it look. Thread safe. */
final class PassLog {
  private final Map<String, Long> wakes = new TreeMap<>();
  private long passes;
  private boolean working;
  private Instant began;
  private Duration took = Duration.ZERO;

  /** What an operator sees of it. */
  record Shown(
      boolean working,
      long passes,
      Optional<Instant> began,
      Duration took,
      Map<String, Long> wakes) {}

  synchronized void woken(String reason) {
    wakes.merge(reason, 1L, Long::sum);
  }

  synchronized void began(Instant at) {
    passes++;
    working = true;
    began = at;
  }

  synchronized void ended(Instant at) {
    working = false;
    took = Duration.between(began, at);
  }

  synchronized Shown shown() {
    return new Shown(working, passes, Optional.ofNullable(began), took, Map.copyOf(wakes));
  }
}
