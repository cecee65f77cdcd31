package io.stillpoint.tck.history.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets operations through, or waits until none is inside and lets no more in. Thread-safe. */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private boolean closed;
  private int inside;

  void enter() throws InterruptedException {
    lock.lock();
    try {
      // Bounded by the one who closed it: pause gives up after its time and opens again, and stop
      // opens.
      while (closed) {
        changed.await();
      }
      inside++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      inside--;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns once nothing is inside; where that takes too long, the gate is open again. */
  void close(Duration most) throws InterruptedException, TimeoutException {
    long left = most.toNanos();
    lock.lock();
    boolean empty = false;
    try {
      closed = true;
      while (inside > 0 && left > 0) {
        left = changed.awaitNanos(left);
      }
      empty = inside == 0;
      if (!empty) {
        throw new TimeoutException(
            inside
                + " operations had not ended "
                + TimeUnit.NANOSECONDS.toMillis(most.toNanos())
                + " ms after the load was told to pause");
      }
    } finally {
      if (!empty) {
        open();
      }
      lock.unlock();
    }
  }

  void open() {
    lock.lock();
    try {
      closed = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
