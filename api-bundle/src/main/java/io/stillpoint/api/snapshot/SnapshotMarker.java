package io.stillpoint.api.snapshot;

import java.util.Objects;

/**
 * Which instant a snapshot is of, in the database's own terms where it has any. For people and
 * manifests; nothing is read back from it.
 *
 * @param kind what the text is, such as {@code pg_current_snapshot}
 * @param text the marker
 */
public record SnapshotMarker(String kind, String text) {
  public SnapshotMarker {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }
}
