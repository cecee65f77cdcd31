package io.stillpoint.http.server;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.stillpoint.engine.request.Response;
import io.stillpoint.http.protocol.MediaType;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One request and its answer. It is the reply callback that the engine gets (any thread, first
 * answer wins), the task that carries the answer to the event loop, and the listener of its write:
 * one object instead of four. The reference is the answer, null until there is one.
 */
final class Exchange extends AtomicReference<Response>
    implements Consumer<Response>, Runnable, ChannelFutureListener {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  private final transient Connection connection;
  private final String id;
  private final long received;

  /** Below: the event loop's only. */
  MediaType type = MediaType.JSON_1_0;

  boolean keepAlive = true;

  /** Whether the client may still be sending when the answer closes the connection. */
  boolean linger;

  /** Whether the answer is on the event loop, so that it may be sent in its turn. */
  boolean ready;

  /** Whether it is counted in the budget's requests. */
  boolean counted;

  /** Bytes that it is counted with in the budget. */
  long held;

  Exchange(Connection connection, String id, long received) {
    this.connection = connection;
    this.id = id;
    this.received = received;
  }

  String id() {
    return id;
  }

  /** When its header was complete, by {@link System#nanoTime}. */
  long received() {
    return received;
  }

  /** Takes the answer; a second one is logged and dropped. Any thread, does not block. */
  @Override
  public void accept(Response response) {
    Response answer = response == null ? connection.noResponse(this) : response;
    if (!compareAndSet(null, answer)) {
      LOG.error(
          "Request {} was answered twice. The second answer (status {}) was dropped.",
          id,
          answer.status());
      return;
    }
    if (connection.inEventLoop()) {
      connection.answered(this);
      return;
    }
    try {
      connection.execute(this);
    } catch (RejectedExecutionException e) {
      // The server has stopped; its connections are closed and nobody waits for this answer.
      LOG.debug("Request {} was answered after the server had stopped.", id);
    }
  }

  @Override
  public void run() {
    connection.answered(this);
  }

  @Override
  public void operationComplete(ChannelFuture future) {
    connection.sent(this);
  }
}
