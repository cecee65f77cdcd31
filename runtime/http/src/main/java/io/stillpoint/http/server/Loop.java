package io.stillpoint.http.server;

import io.netty.channel.EventLoop;
import io.stillpoint.http.protocol.AnswerEncoder;
import io.stillpoint.http.protocol.RequestIds;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one event loop share. Only used on that loop, except {@link #start} and
 * {@link #eventLoop}.
 *
 * <p>Time-outs are enforced by one sweep over the connections instead of a timer for each: a
 * request sets a few fields and schedules nothing.
 */
// The sweep catches its own faults, and ends with the event loop.
@SuppressWarnings("FutureReturnValueIgnored")
final class Loop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final int MAX_SWEEP_MILLIS = 1000;

  final RequestIds ids = new RequestIds();
  final AnswerEncoder encoder = new AnswerEncoder();

  private final HttpServer server;
  private final EventLoop eventLoop;
  private final Set<Connection> connections = new LinkedHashSet<>();

  Loop(HttpServer server, EventLoop eventLoop) {
    this.server = server;
    this.eventLoop = eventLoop;
  }

  /** Begins to sweep; ends with the event loop. */
  void start() {
    int shortest = server.settings().limits().shortestTimeoutMillis();
    int period = Math.max(5, Math.min(MAX_SWEEP_MILLIS, shortest / 4));
    eventLoop.schedule(this, period, TimeUnit.MILLISECONDS);
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  void add(Connection connection) {
    connections.add(connection);
  }

  void remove(Connection connection) {
    connections.remove(connection);
  }

  /** A copy: closing a connection removes it. */
  List<Connection> connections() {
    return List.copyOf(connections);
  }

  @Override
  public void run() {
    long now = System.nanoTime();
    for (Connection connection : connections()) {
      try {
        connection.sweep(now);
      } catch (RuntimeException e) {
        LOG.error("A connection's time-outs could not be checked; it is closed.", e);
        connection.close();
      }
    }
    if (!eventLoop.isShuttingDown()) {
      start();
    }
  }
}
