package io.stillpoint.engine.admin;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * One backend instance in full.
 *
 * @param summary its row of the list
 * @param bundleId the bundle that provides it; -1 outside a framework
 * @param contract the version of the storage contract it was built for
 * @param updateMode {@code exclusive} or {@code shared}: whether a successor may open beside it
 * @param concurrency calls that may run at once; over it clients get a 503
 * @param callsInFlight calls that run now
 * @param maxBatchEntries entries that one batch may have; empty while it does not serve, as are the
 *     other limits
 * @param maxBatchBytes bytes of one batch
 * @param permits snapshots that may be open at once
 * @param freePermits how many more may be opened now
 * @param slots long holders that may exist at once
 * @param freeSlots how many more may come now
 * @param controlPlaneDelay how long creating, changing or deleting a table takes at least
 * @param numbers the backend's own live numbers by name, such as {@code log_bytes}
 */
public record BackendDetails(
    BackendSummary summary,
    long bundleId,
    String contract,
    String updateMode,
    int concurrency,
    int callsInFlight,
    OptionalLong maxBatchEntries,
    OptionalLong maxBatchBytes,
    int permits,
    OptionalLong freePermits,
    int slots,
    OptionalLong freeSlots,
    Duration controlPlaneDelay,
    Map<String, Long> numbers) {
  public BackendDetails {
    Objects.requireNonNull(summary, "summary");
    Objects.requireNonNull(contract, "contract");
    Objects.requireNonNull(updateMode, "updateMode");
    Objects.requireNonNull(controlPlaneDelay, "controlPlaneDelay");
    numbers = Map.copyOf(numbers);
  }
}
