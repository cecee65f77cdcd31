package io.stillpoint.engine.operation;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that large answers may take together while they are read and written, so that many
 * clients who ask for much at once get less each, or a 503, and never end the server (DDB-10). What
 * an operation may leave to the next request it answers with less of: a page ends early, a batch
 * has unprocessed keys. Never waits. Thread safe.
 */
public final class AnswerMemory {
  /** The largest item (Developer Guide, "Quotas"). */
  public static final long LARGEST_ITEM = 400 * 1024;

  /** An answer is there as entries, as text that grows by copying, and as its bytes. */
  private static final int SHARE_OF_HEAP = 8;

  /** With less than this an answer is not begun. */
  private static final long LEAST = 64 * 1024;

  private final long capacity;
  private final AtomicLong taken = new AtomicLong();

  /**
   * @param capacity bytes of items
   */
  public AnswerMemory(long capacity) {
    this.capacity = capacity;
  }

  /** A share of this process's heap. */
  public static AnswerMemory ofHeap() {
    return new AnswerMemory(Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP);
  }

  /**
   * Takes as many bytes as there are, if they are enough to begin with.
   *
   * @param most bytes of items that the answer may have
   * @throws ServiceException SERVICE_UNAVAILABLE if nearly nothing is left
   */
  public Grant upTo(long most) {
    while (true) {
      long now = taken.get();
      long granted = Math.min(most, capacity - now);
      if (granted < Math.min(most, LEAST)) {
        throw full();
      }
      if (taken.compareAndSet(now, now + granted)) {
        return new Grant(granted);
      }
    }
  }

  /**
   * Takes so many bytes, or all there are of a heap that is smaller than that.
   *
   * @throws ServiceException SERVICE_UNAVAILABLE if they are not there
   */
  public Grant all(long bytes) {
    long wanted = Math.min(bytes, capacity);
    if (!take(wanted)) {
      throw full();
    }
    return new Grant(wanted);
  }

  private boolean take(long bytes) {
    if (taken.addAndGet(bytes) <= capacity) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  /** For an answer that grows item by item. */
  public Grant nothingYet() {
    return new Grant(0);
  }

  /** The refusal of what there is no memory for. */
  public ServiceException full() {
    return new ServiceException(
        ErrorType.SERVICE_UNAVAILABLE,
        "Answers under way have "
            + (taken.get() >> 10)
            + " of the "
            + (capacity >> 10)
            + " KB of memory that they may have. Send the request again, or give the server a"
            + " larger heap.");
  }

  /** Bytes that one answer has taken; closed by its operation. Not thread-safe. */
  public final class Grant implements AutoCloseable {
    private long bytes;

    private Grant(long bytes) {
      this.bytes = bytes;
    }

    public long bytes() {
      return bytes;
    }

    /**
     * Takes what items of the largest size need, as many as there is memory for.
     *
     * @return how many; 0 if there is none left
     */
    public int moreItems(int most) {
      int items = most;
      while (items > 0 && !take(items * LARGEST_ITEM)) {
        items--;
      }
      bytes += items * LARGEST_ITEM;
      return items;
    }

    /** Gives back what turned out not to be needed. */
    public void keep(long needed) {
      if (needed < bytes) {
        taken.addAndGet(needed - bytes);
        bytes = needed;
      }
    }

    @Override
    public void close() {
      keep(0);
    }
  }
}
