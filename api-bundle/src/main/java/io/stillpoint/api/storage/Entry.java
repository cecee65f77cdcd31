package io.stillpoint.api.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import java.util.Objects;

/**
 * One entry of a space.
 *
 * @param writeId the attempt that last wrote it
 * @param value opaque to the backend; cut or empty where the call's {@link Fetch} says so
 */
public record Entry(EntryKey key, WriteId writeId, Bytes value) {
  public Entry {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(writeId, "writeId");
    Objects.requireNonNull(value, "value");
  }
}
