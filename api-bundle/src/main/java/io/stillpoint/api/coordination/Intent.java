package io.stillpoint.api.coordination;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;

/**
 * An operation that was begun.
 *
 * @param key its idempotency key: names this one operation for ever
 * @param scope what it has to itself while active, such as {@code table/000000000000/Music}
 * @param kind what it is, such as {@code CreateTable}
 * @param payload what is needed to finish it after a restart
 * @param active false once completed
 * @param result what {@link Intents#complete} was given; empty while active
 */
public record Intent(
    String key, String scope, String kind, Bytes payload, boolean active, Bytes result) {
  public Intent {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(scope, "scope");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(payload, "payload");
    Objects.requireNonNull(result, "result");
  }
}
