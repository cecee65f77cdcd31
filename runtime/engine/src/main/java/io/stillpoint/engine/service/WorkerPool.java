package io.stillpoint.engine.service;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounded platform threads that wait for backends. No queue: a call has its instance's place in the
 * bulkhead before it comes here, and what has no thread either is refused at once. No virtual
 * threads, because a native call of an embedded database pins its carrier. Thread safe.
 */
final class WorkerPool implements AutoCloseable {
  private static final long IDLE_SECONDS = 60;

  private final ThreadPoolExecutor threads;

  /**
   * @param limit the most threads
   */
  WorkerPool(int limit) {
    AtomicInteger number = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            0,
            limit,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "stillpoint-call-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs a task on a thread of the pool.
   *
   * @throws ServiceException SERVICE_UNAVAILABLE if all are taken, or the pool is closed
   */
  void execute(Runnable task) {
    try {
      threads.execute(task);
    } catch (RejectedExecutionException e) {
      throw new ServiceException(
          ErrorType.SERVICE_UNAVAILABLE,
          threads.isShutdown()
              ? "The server is stopping. The request was not applied; send it again."
              : "All "
                  + threads.getMaximumPoolSize()
                  + " threads of the server are busy. The request was not applied; send it again.");
    }
  }

  /** Takes no more tasks and waits for those that run, at most for a while. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
        threads.shutdownNow();
      }
    } catch (InterruptedException e) {
      threads.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
