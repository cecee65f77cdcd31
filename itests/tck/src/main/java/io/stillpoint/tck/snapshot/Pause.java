package io.stillpoint.tck.snapshot;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One call held at one point. The backend's side calls {@link #hold}, the test the other methods.
 */
public final class Pause {
  /** A call that nobody resumes goes on after this, so that no test hangs. */
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final PausePoint point;
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch resumed = new CountDownLatch(1);

  public Pause(PausePoint point) {
    this.point = point;
  }

  /** Holds the calling thread until the test resumes it. */
  public void hold() {
    reached.countDown();
    try {
      if (!resumed.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("nobody resumed the call held at " + point + " for " + LONGEST);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits until a call is held.
   *
   * @throws AssertionError naming the point, if none comes in time
   */
  public void awaitReached(Duration most) {
    try {
      if (!reached.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new AssertionError("no call came to " + point + " within " + most);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a call at " + point, e);
    }
  }

  /** Lets the call go on; harmless twice, and before it came. */
  public void resume() {
    resumed.countDown();
  }
}
