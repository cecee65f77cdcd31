package io.stillpoint.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.stillpoint.engine.request.Response;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/**
 * The unanswered requests of a connection in their order, and the answers on their way to the
 * client. Event loop only.
 */
// Netty tells of a failed write or close by closing the channel; channelInactive deals with it.
@SuppressWarnings("FutureReturnValueIgnored")
final class Outbox {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ChannelHandlerContext ctx;
  private final Loop loop;
  private final Budget budget;
  private final ConnectionClock clock;
  private final ArrayDeque<Exchange> unanswered = new ArrayDeque<>(4);

  /** Answers handed to the socket that the client's side has not taken. */
  private int underWay;

  private boolean unflushed;
  private boolean flushScheduled;

  /** The last answer was handed to the socket; the connection ends when it is taken. */
  private boolean ended;

  private boolean lingering;

  Outbox(ChannelHandlerContext ctx, Loop loop, Budget budget, ConnectionClock clock) {
    this.ctx = ctx;
    this.loop = loop;
    this.budget = budget;
    this.clock = clock;
  }

  void add(Exchange exchange) {
    unanswered.add(exchange);
  }

  /** Requests that have no answer on its way yet. */
  int size() {
    return unanswered.size();
  }

  boolean isEmpty() {
    return unanswered.isEmpty();
  }

  /** Whether nothing is owed and nothing under way. */
  boolean isIdle() {
    return unanswered.isEmpty() && underWay == 0;
  }

  boolean isLingering() {
    return lingering;
  }

  /** The oldest request if the engine still owes its answer, else null. */
  Exchange unansweredHead() {
    Exchange head = unanswered.peek();
    return head == null || head.get() != null ? null : head;
  }

  /**
   * Hands the answers whose turn it is to the socket, without flushing.
   *
   * @param last whether the connection ends with the last of the unanswered requests
   */
  void send(boolean last) {
    Exchange exchange = unanswered.peek();
    while (exchange != null && exchange.ready) {
      unanswered.poll();
      boolean close = !exchange.keepAlive || (last && unanswered.isEmpty());
      Response response = exchange.get();
      ByteBuf answer =
          loop.encoder.encode(
              ctx.alloc(),
              response.status(),
              exchange.type,
              response.body().array(),
              exchange.id(),
              close);
      if (underWay++ == 0) {
        clock.sending();
      }
      unflushed = true;
      ended |= close;
      ctx.write(answer).addListener(exchange);
      exchange = unanswered.peek();
    }
  }

  void sendContinue() {
    ctx.writeAndFlush(ctx.alloc().directBuffer(CONTINUE.length).writeBytes(CONTINUE));
    unflushed = false;
  }

  void flush() {
    flushScheduled = false;
    if (unflushed) {
      unflushed = false;
      ctx.flush();
    }
  }

  /**
   * Flushes at once when nothing else is owed; else after the tasks that are queued on the event
   * loop, since they may bring the next answers of a pipeline.
   */
  void flushSoon() {
    if (unanswered.isEmpty()) {
      flush();
    } else if (unflushed && !flushScheduled) {
      flushScheduled = true;
      ctx.executor().execute(this::flush);
    }
  }

  /** An answer has left for the client, or never will. */
  void sent(Exchange exchange) {
    release(exchange);
    underWay--;
    clock.sent(underWay > 0);
    if (ended && isIdle() && ctx.channel().isActive()) {
      end(exchange.linger);
    }
  }

  /** The connection ends with what is under way. */
  void closeAfterLast() {
    if (unanswered.isEmpty()) {
      ended = true;
    }
  }

  private void end(boolean linger) {
    if (!linger || !(ctx.channel() instanceof SocketChannel socket)) {
      ctx.close();
      return;
    }
    lingering = true;
    clock.lingering();
    // What still arrives is only counted as read, not decoded.
    ctx.pipeline().remove(HttpRequestDecoder.class);
    socket.shutdownOutput();
    socket.config().setAutoRead(true);
  }

  /** Gives back what a request holds of the budget; a second time does nothing. */
  void release(Exchange exchange) {
    if (exchange.counted) {
      exchange.counted = false;
      budget.giveBackRequest();
      budget.addBytes(-exchange.held);
    }
  }

  /** The connection is gone: answers that still come are dropped. */
  void abandon() {
    unanswered.forEach(this::release);
    unanswered.clear();
  }
}
