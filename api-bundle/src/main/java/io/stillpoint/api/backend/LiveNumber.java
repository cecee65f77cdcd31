package io.stillpoint.api.backend;

import java.util.Objects;

/**
 * One number of an instance as it is now, for operators: the shell and the metrics show it as it
 * is.
 *
 * @param name letters, digits and {@code _}, with the unit as its last part: {@code log_bytes}
 * @param meaning half a sentence that says what it counts, and why one looks at it
 */
public record LiveNumber(String name, long value, String meaning) {
  public LiveNumber {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(meaning, "meaning");
  }
}
