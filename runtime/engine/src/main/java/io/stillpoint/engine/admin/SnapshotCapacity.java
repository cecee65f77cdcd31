package io.stillpoint.engine.admin;

import java.util.Map;
import java.util.Objects;

/**
 * How many more snapshots an instance allows now.
 *
 * @param instance the backend instance
 * @param permits snapshots that may be open at once
 * @param freePermits how many more may be opened now
 * @param numbers the backend's own live numbers by name, such as {@code log_bytes}
 */
public record SnapshotCapacity(
    String instance, int permits, int freePermits, Map<String, Long> numbers) {
  public SnapshotCapacity {
    Objects.requireNonNull(instance, "instance");
    numbers = Map.copyOf(numbers);
  }
}
