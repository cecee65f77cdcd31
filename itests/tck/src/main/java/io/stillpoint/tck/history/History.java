package io.stillpoint.tck.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Records what one client process does. Thread-safe, without locks: an operation costs two readings
 * of the clock and one object in a queue. Held in memory until {@link HistoryFile#write}.
 */
public final class History {
  private final String process;
  private final AtomicLong numbers = new AtomicLong();
  private final ConcurrentLinkedQueue<Call> calls = new ConcurrentLinkedQueue<>();

  /**
   * Starts an empty history.
   *
   * @param process a name that no other process of the same run uses
   */
  public History(String process) {
    this.process = Objects.requireNonNull(process, "process");
  }

  /** The operation begins: call just before the request is sent. */
  public Call invoke(Operation operation) {
    Call call =
        new Call(process, numbers.incrementAndGet(), Thread.currentThread().getId(), operation);
    calls.add(call);
    return call;
  }

  /**
   * The operations begun so far, in about the order in which they began. One that has not ended
   * counts as {@link Outcome.Unknown}.
   */
  public List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (Call call : calls) {
      entries.add(call.entry());
    }
    return entries;
  }

  /** An operation under way. */
  public static final class Call {
    private record End(long time, Outcome outcome) {}

    private final String process;
    private final long number;
    private final long thread;
    private final Operation operation;
    private final AtomicReference<End> end = new AtomicReference<>();
    private final long invoked;

    private Call(String process, long number, long thread, Operation operation) {
      this.process = process;
      this.number = number;
      this.thread = thread;
      this.operation = Objects.requireNonNull(operation, "operation");
      this.invoked = System.nanoTime();
    }

    /**
     * The operation ends: call as soon as its outcome is known.
     *
     * @throws IllegalStateException if it has ended before
     */
    public void complete(Outcome outcome) {
      long now = System.nanoTime();
      Objects.requireNonNull(outcome, "outcome");
      if (!end.compareAndSet(null, new End(now, outcome))) {
        throw new IllegalStateException("Operation " + number + " has ended already");
      }
    }

    private Entry entry() {
      End known = end.get();
      return known == null
          ? new Entry(
              process,
              number,
              thread,
              operation,
              invoked,
              System.nanoTime(),
              new Outcome.Unknown("had not ended when the history was taken"))
          : new Entry(process, number, thread, operation, invoked, known.time, known.outcome);
    }
  }
}
