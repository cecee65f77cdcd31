package io.stillpoint.api.storage;

import java.util.Objects;
import java.util.UUID;

/** A table's identity: unique for ever, unlike its name. DescribeTable shows it as TableId. */
public record TableId(UUID value) {
  public TableId {
    Objects.requireNonNull(value, "value");
  }

  public static TableId random() {
    return new TableId(UUID.randomUUID());
  }

  public static TableId of(String text) {
    return new TableId(UUID.fromString(text));
  }

  @Override
  public String toString() {
    return value.toString();
  }
}
