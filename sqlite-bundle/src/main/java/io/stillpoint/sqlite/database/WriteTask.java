package io.stillpoint.sqlite.database;

import io.stillpoint.api.storage.Deadline;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/** One operation on its way through the writer's queue, and its caller's wait. */
final class WriteTask<T> {
  private enum State {
    QUEUED,
    STARTED,
    CANCELLED
  }

  private final Writer.Operation<T> operation;
  private final Deadline deadline;
  private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
  private final CompletableFuture<Written<T>> outcome = new CompletableFuture<>();
  private T result;

  WriteTask(Writer.Operation<T> operation, Deadline deadline) {
    this.operation = operation;
    this.deadline = deadline;
  }

  /** Begins it, unless its caller has given up or its time is over. */
  boolean start() {
    if (deadline.hasPassed()) {
      notApplied("its deadline passed before it began");
      state.compareAndSet(State.QUEUED, State.CANCELLED);
      return false;
    }
    return state.compareAndSet(State.QUEUED, State.STARTED);
  }

  boolean isSingleStatement() {
    return operation.isSingleStatement();
  }

  long bytes() {
    return operation.bytes();
  }

  void run(Connection connection) throws SQLException {
    result = operation.apply(connection);
  }

  void done() {
    outcome.complete(new Written.Done<>(result));
  }

  void notApplied(String reason) {
    outcome.complete(new Written.NotApplied<>(reason));
  }

  void unknown(String reason) {
    outcome.complete(new Written.Unknown<>(reason));
  }

  void failed(Exception cause) {
    outcome.complete(new Written.Failed<>(cause));
  }

  /** Waits for the end, at most to the deadline. */
  Written<T> await() {
    try {
      return outcome.get(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return state.compareAndSet(State.QUEUED, State.CANCELLED)
          ? new Written.NotApplied<>("the writer did not come to it before its deadline")
          : outcome.getNow(new Written.Unknown<>("its commit was still under way at its deadline"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return state.compareAndSet(State.QUEUED, State.CANCELLED)
          ? new Written.NotApplied<>("the calling thread was interrupted")
          : new Written.Unknown<>("the calling thread was interrupted during the commit");
    } catch (ExecutionException e) {
      throw new IllegalStateException("an outcome is never exceptional", e);
    }
  }
}
