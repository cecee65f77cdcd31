package io.stillpoint.api.backend;

/**
 * An instance's limits, as of now. Totals are service properties too; free counts change with every
 * call.
 *
 * @param maxBatchEntries entries that one batch may have
 * @param maxBatchBytes keys and values of one batch, in bytes
 * @param permits snapshots that may be open at once
 * @param freePermits how many more may be opened now
 * @param slots long holders that may exist at once
 * @param freeSlots how many more may come now
 */
public record Limits(
    int maxBatchEntries,
    long maxBatchBytes,
    int permits,
    int freePermits,
    int slots,
    int freeSlots) {}
