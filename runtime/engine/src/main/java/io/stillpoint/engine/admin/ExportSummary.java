package io.stillpoint.engine.admin;

import java.time.Duration;
import java.util.Objects;

/**
 * What an export did, or has done so far.
 *
 * @param items lines written
 * @param bytes bytes written
 * @param took since the snapshot was opened
 * @param keyOrdered whether the lines are in key order
 * @param marker which instant it is of: kind and text
 */
public record ExportSummary(
    long items, long bytes, Duration took, boolean keyOrdered, String marker) {
  public ExportSummary {
    Objects.requireNonNull(took, "took");
    Objects.requireNonNull(marker, "marker");
  }

  /** Items a second. */
  public double rate() {
    return items / Math.max(1e-3, took.toNanos() / 1e9);
  }
}
