package io.stillpoint.api.storage;

import java.util.Objects;

/** A table, and the revision of its definition that a call was planned under. */
public record TableRevision(TableId table, long revision) {
  public TableRevision {
    Objects.requireNonNull(table, "table");
  }
}
