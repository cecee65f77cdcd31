package io.stillpoint.api.coordination;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;

/**
 * A row of {@link Revisions}.
 *
 * @param collection a namespace such as {@code table}
 * @param key unique within the collection
 * @param revision never used before for this key, also not by a deleted row of the same key
 */
public record RevisionedRow(String collection, String key, long revision, Bytes value) {
  public RevisionedRow {
    Objects.requireNonNull(collection, "collection");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(value, "value");
  }
}
