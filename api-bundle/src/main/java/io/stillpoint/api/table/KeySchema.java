package io.stillpoint.api.table;

import java.util.List;
import java.util.Objects;

/**
 * The key of a table or an index.
 *
 * @param hash the partition key
 * @param range the sort key, or null
 */
public record KeySchema(KeyAttribute hash, KeyAttribute range) {
  public KeySchema {
    Objects.requireNonNull(hash, "hash");
  }

  public boolean hasRange() {
    return range != null;
  }

  /** The hash attribute, and the range attribute if there is one. */
  public List<KeyAttribute> attributes() {
    return range == null ? List.of(hash) : List.of(hash, range);
  }

  public boolean contains(String attribute) {
    return hash.name().equals(attribute) || (range != null && range.name().equals(attribute));
  }
}
