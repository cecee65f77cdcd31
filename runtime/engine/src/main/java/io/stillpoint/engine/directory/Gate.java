package io.stillpoint.engine.directory;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the calls inside and, once closed, lets no more in. One atomic word holds both, so that no
 * call slips in between the look at "closed" and the count.
 */
final class Gate {
  private static final int CLOSED = Integer.MIN_VALUE;

  private final AtomicInteger state = new AtomicInteger();
  private final CountDownLatch empty = new CountDownLatch(1);

  /** Whether the caller is inside now and owes an {@link #exit}. */
  boolean tryEnter() {
    while (true) {
      int now = state.get();
      if (now < 0) {
        return false;
      }
      if (state.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  void exit() {
    if (state.decrementAndGet() == CLOSED) {
      empty.countDown();
    }
  }

  /** Idempotent. */
  void close() {
    if (state.getAndUpdate(now -> now | CLOSED) == 0) {
      empty.countDown();
    }
  }

  /**
   * Waits for the last call after {@link #close}.
   *
   * @return whether nobody is inside
   */
  boolean awaitEmpty(long timeout, TimeUnit unit) throws InterruptedException {
    return empty.await(timeout, unit);
  }

  int inside() {
    return state.get() & ~CLOSED;
  }
}
