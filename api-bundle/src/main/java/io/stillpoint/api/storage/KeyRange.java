package io.stillpoint.api.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.SortRange;
import java.util.Objects;

/** Which entries of a space a range call walks over. */
public sealed interface KeyRange {
  /**
   * Part of one partition, in sort order or backwards.
   *
   * @param backwards from the greatest sort part to the least
   */
  record OfPartition(Bytes partition, SortRange sorts, boolean backwards) implements KeyRange {
    public OfPartition {
      Objects.requireNonNull(partition, "partition");
      Objects.requireNonNull(sorts, "sorts");
    }
  }

  /**
   * The whole space in the instance's {@link io.stillpoint.api.backend.ScanOrder}.
   *
   * @param from the least key, inclusive; null to begin at the beginning. A key need not exist. To
   *     go on after an entry, use {@link EntryKey#next}.
   * @param segment only entries whose stored hash is in it; null for all
   */
  record OfSpace(EntryKey from, Segment segment) implements KeyRange {}

  /**
   * A part of a parallel scan: the entries whose stored hash h has {@code (h * total) >> 32 ==
   * number}. Valid for spaces whose values begin with an {@link
   * io.stillpoint.api.entry.EntryHeader}.
   *
   * @param number 0 to total - 1
   * @param total 1 to 1,000,000
   */
  record Segment(int number, int total) {
    public Segment {
      if (total < 1 || number < 0 || number >= total) {
        throw new IllegalArgumentException("segment " + number + " of " + total);
      }
    }

    /** The least unsigned 32-bit hash in it. */
    public long firstHash() {
      return ceiling(number);
    }

    /** The least unsigned 32-bit hash above it, at most 2^32. */
    public long endHash() {
      return ceiling(number + 1);
    }

    private long ceiling(int part) {
      return (((long) part << 32) + total - 1) / total;
    }

    public boolean contains(int hash) {
      return (Integer.toUnsignedLong(hash) * total) >>> 32 == number;
    }
  }
}
