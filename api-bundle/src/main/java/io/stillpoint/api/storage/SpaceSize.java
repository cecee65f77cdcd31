package io.stillpoint.api.storage;

/**
 * How much a space holds, perhaps not exactly.
 *
 * @param entries how many
 * @param bytes the sum of the sizes in their {@link io.stillpoint.api.entry.EntryHeader}s
 */
public record SpaceSize(long entries, long bytes) {}
