package io.stillpoint.engine.directory;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An instance's limit of calls at once, entered before a thread is taken so that a slow database
 * holds no more threads than its limit (DESIGN "Bulkheads"). It belongs to the instance's name and
 * outlives its services; the limit follows the service property. Never blocks.
 */
public final class Bulkhead {
  private final String instance;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile int limit;

  Bulkhead(String instance, int limit) {
    this.instance = instance;
    this.limit = limit;
  }

  /** Whether the caller is inside now and owes an {@link #exit}. */
  public boolean tryEnter() {
    // One add in the common case; a caller that was one too many takes its step back.
    if (inside.incrementAndGet() <= limit) {
      return true;
    }
    inside.decrementAndGet();
    return false;
  }

  /**
   * Enters, or refuses at once.
   *
   * @throws ServiceException SERVICE_UNAVAILABLE, naming instance and limit
   */
  public void enter() {
    if (!tryEnter()) {
      throw overload();
    }
  }

  /** Leaves; once for each entry. */
  public void exit() {
    inside.decrementAndGet();
  }

  /** What a caller that {@link #tryEnter} turned away answers. */
  public ServiceException overload() {
    return new ServiceException(
        ErrorType.SERVICE_UNAVAILABLE,
        "The backend instance '"
            + instance
            + "' is running "
            + limit
            + " requests, its limit. The request was not applied; send it again.");
  }

  public int limit() {
    return limit;
  }

  /** How many are inside now. */
  public int inside() {
    return inside.get();
  }

  void limit(int newLimit) {
    limit = newLimit;
  }
}
