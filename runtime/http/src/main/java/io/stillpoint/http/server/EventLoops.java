package io.stillpoint.http.server;

import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's threads: event loops, each with its {@link Loop}.
 *
 * <p>Not one of Netty's groups: a group announces its end on a global thread of Netty's, which
 * lives on for a second and keeps the class loader of a bundle that has stopped.
 */
// The end of the threads is awaited, not their futures.
@SuppressWarnings("FutureReturnValueIgnored")
final class EventLoops {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);
  private static final int STOP_MILLIS = 2000;

  private final List<Loop> loops = new ArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();

  EventLoops(HttpServer server, int threads) {
    // Daemons: how long the process lives is the framework's business.
    ThreadFactory daemons = new DefaultThreadFactory(HttpServer.THREAD_NAME, true);
    ThreadFactory factory =
        task -> {
          Thread thread = daemons.newThread(task);
          this.threads.add(thread);
          return thread;
        };
    for (int i = 0; i < threads; i++) {
      loops.add(
          new Loop(server, new SingleThreadIoEventLoop(null, factory, NioIoHandler.newFactory())));
    }
  }

  List<Loop> all() {
    return loops;
  }

  /** Ends the threads; returns when they have ended, or after two seconds each. */
  void stop() {
    for (Loop loop : loops) {
      loop.eventLoop().shutdownGracefully(0, STOP_MILLIS, TimeUnit.MILLISECONDS);
    }
    boolean interrupted = Thread.interrupted();
    for (Thread thread : threads) {
      try {
        // Not the loop's termination, which is announced while its thread still runs.
        thread.join(STOP_MILLIS);
        if (thread.isAlive()) {
          LOG.error("The thread {} did not end within {} ms.", thread.getName(), STOP_MILLIS);
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
