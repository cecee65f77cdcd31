package io.stillpoint.api.table;

import java.util.List;
import java.util.Objects;

/**
 * Which attributes an index has beside the keys of table and index.
 *
 * @param nonKeyAttributes for {@link Type#INCLUDE}, in the order that they were given; else empty
 */
public record Projection(Type type, List<String> nonKeyAttributes) {
  /** The projection types of the DynamoDB API. */
  public enum Type {
    ALL,
    KEYS_ONLY,
    INCLUDE
  }

  public Projection {
    Objects.requireNonNull(type, "type");
    nonKeyAttributes = List.copyOf(nonKeyAttributes);
  }
}
