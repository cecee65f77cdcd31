package io.stillpoint.http.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What all connections together hold: requests that are not answered yet, and bytes of received
 * bodies and unsent answers. Any thread.
 *
 * <p>Bodies are refused over the bound; answers are only counted, since the work is done: they make
 * later requests wait their turn. So the bytes can pass the bound by the answers in flight.
 */
final class Budget {
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  /** Counts one more request unless there are as many as the bound already. */
  boolean takeRequest(int bound) {
    if (requests.incrementAndGet() <= bound) {
      return true;
    }
    requests.decrementAndGet();
    return false;
  }

  /** Counts more bytes unless they would pass the bound. */
  boolean takeBytes(long more, long bound) {
    if (bytes.addAndGet(more) <= bound) {
      return true;
    }
    bytes.addAndGet(-more);
    return false;
  }

  /** Counts bytes without asking; negative gives back. */
  void addBytes(long more) {
    if (more != 0) {
      bytes.addAndGet(more);
    }
  }

  void giveBackRequest() {
    requests.decrementAndGet();
  }

  int requests() {
    return requests.get();
  }

  long bytes() {
    return bytes.get();
  }
}
