package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.History;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * A load under way. It sends what its plan says, records everything, and ends by itself after the
 * planned number of operations, or when stopped. Its seed is printed when it starts.
 *
 * <p>Thread-safe. The caller owns the client and closes it after the load has ended.
 */
public final class Workload implements AutoCloseable {
  /** So that a server that is away does not use up the planned operations. */
  private static final long BACK_OFF_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final LoadPlan plan;
  private final Client client;
  private final History history;
  private final AtomicLong started = new AtomicLong();
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Gate gate = new Gate();
  private final CountDownLatch ended;
  private final long begun = System.nanoTime();

  private Workload(LoadPlan plan, Client client, History history) {
    this.plan = plan;
    this.client = client;
    this.history = history;
    this.ended = new CountDownLatch(plan.threads());
  }

  /**
   * Starts the load.
   *
   * @param process this client process's name, unique among the processes of one run
   * @param table a table of {@link Shape}, empty
   */
  public static Workload start(
      LoadPlan plan, Client client, History history, String process, String table) {
    System.out.println(
        "Load on " + table + ": -D" + LoadPlan.SEED + "=" + plan.seed() + " replays it; " + plan);
    Workload load = new Workload(plan, client, history);
    for (int i = 0; i < plan.threads(); i++) {
      Mix mix = new Mix(plan, table, process + "-" + i, i);
      Thread thread = new Thread(() -> load.run(mix), "load-" + process + "-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    return load;
  }

  /** How many requests have been started. */
  public long started() {
    return Math.min(started.get(), plan.operations());
  }

  /**
   * Holds the load at an operation boundary: returns when no operation is under way, and none
   * begins until {@link #resume}.
   *
   * @throws TimeoutException if an operation has not ended by then; the load is not held
   */
  public void pause(Duration most) throws InterruptedException, TimeoutException {
    gate.close(most);
  }

  /** Lets the load go on. */
  public void resume() {
    gate.open();
  }

  /** Starts no further operations. Those under way end on their own: {@link #await}. */
  public void stop() {
    stopped.set(true);
    gate.open();
  }

  /**
   * Waits for the load's end.
   *
   * @throws TimeoutException if operations are still under way by then
   * @throws AssertionError if a thread met an error that is no outcome
   */
  public void await(Duration most) throws InterruptedException, TimeoutException {
    if (!ended.await(most.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException(
          ended.getCount()
              + " of "
              + plan.threads()
              + " load threads are still at work after "
              + most
              + ", "
              + started()
              + " of "
              + plan.operations()
              + " requests started");
    }
    Throwable cause = failure.get();
    if (cause != null) {
      throw new AssertionError("The load met an error that is no outcome: " + cause, cause);
    }
  }

  /** Stops the load; waits for nothing. */
  @Override
  public void close() {
    stop();
  }

  private void run(Mix mix) {
    try {
      while (!stopped.get()) {
        long number = started.getAndIncrement();
        if (number >= plan.operations()) {
          return;
        }
        keepRate(number);
        boolean refused = false;
        gate.enter();
        try {
          if (!stopped.get()) {
            refused = send(mix.next());
          }
        } finally {
          gate.leave();
        }
        if (refused) {
          LockSupport.parkNanos(BACK_OFF_NANOS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      stop();
    } finally {
      ended.countDown();
    }
  }

  /** Sends a request and records it; whether the server was too busy or away. */
  private boolean send(List<Operation> request) {
    if (request.size() == 1) {
      History.Call call = history.invoke(request.get(0));
      Outcome outcome = client.execute(request.get(0));
      call.complete(outcome);
      return outcome instanceof Outcome.NotApplied;
    }
    List<History.Call> calls = new ArrayList<>();
    List<Write> writes = new ArrayList<>();
    for (Operation operation : request) {
      writes.add((Write) operation);
      calls.add(history.invoke(operation));
    }
    List<Outcome> outcomes = client.batchWrite(writes);
    for (int i = 0; i < calls.size(); i++) {
      calls.get(i).complete(outcomes.get(i));
    }
    return outcomes.stream().allMatch(o -> o instanceof Outcome.NotApplied);
  }

  /** Holds operation n back until its time has come. */
  private void keepRate(long number) {
    if (plan.perSecond() == 0) {
      return;
    }
    long due = begun + TimeUnit.SECONDS.toNanos(1) * number / plan.perSecond();
    for (long left = due - System.nanoTime(); left > 0 && !stopped.get(); ) {
      LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(50)));
      left = due - System.nanoTime();
    }
  }
}
