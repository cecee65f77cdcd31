package io.stillpoint.api.storage;

import java.time.Duration;

/**
 * The moment by which a call must have returned. A backend that cannot begin by then throws {@link
 * io.stillpoint.api.error.TransientException}; one that has begun a commit and cannot tell its end
 * by then answers that the outcome is unknown.
 *
 * @param nanoTime a {@link System#nanoTime} of this process
 */
public record Deadline(long nanoTime) {
  public static Deadline after(Duration duration) {
    return new Deadline(System.nanoTime() + duration.toNanos());
  }

  /** Nanoseconds left; zero or less when it has passed. */
  public long remainingNanos() {
    return nanoTime - System.nanoTime();
  }

  public boolean hasPassed() {
    return remainingNanos() <= 0;
  }
}
