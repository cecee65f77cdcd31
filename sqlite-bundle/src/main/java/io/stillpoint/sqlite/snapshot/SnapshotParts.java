package io.stillpoint.sqlite.snapshot;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * What an instance's snapshots are made of.
 *
 * @param pageBounds asked at each open
 */
public record SnapshotParts(Instants instants, Supplier<PageBounds> pageBounds) {
  public SnapshotParts {
    Objects.requireNonNull(instants, "instants");
    Objects.requireNonNull(pageBounds, "pageBounds");
  }

  public static SnapshotParts standard() {
    return new SnapshotParts(Instants.standard(), () -> PageBounds.STANDARD);
  }

  PageBounds bounds() {
    return pageBounds.get();
  }
}
