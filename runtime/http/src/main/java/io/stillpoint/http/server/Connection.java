package io.stillpoint.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.engine.request.Response;
import io.stillpoint.http.config.Limits;
import io.stillpoint.http.protocol.MediaType;
import io.stillpoint.http.protocol.Refusal;
import io.stillpoint.http.protocol.RequestHead;
import java.io.IOException;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client connection: collects requests, hands them to the engine as they are complete, and
 * sends the answers in the order of the requests, whatever order the engine answers in.
 *
 * <p>Everything runs on the connection's event loop.
 */
// Netty tells of a failed write or close by closing the channel; channelInactive deals with it.
@SuppressWarnings("FutureReturnValueIgnored")
final class Connection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  private final HttpServer server;
  private final Loop loop;
  private final ConnectionClock clock = new ConnectionClock(System.nanoTime());
  private ChannelHandlerContext ctx;
  private Outbox outbox;

  /** Decoded but not looked at: what was read with the request that filled the pipeline. */
  private final ArrayDeque<Object> waiting = new ArrayDeque<>();

  /** The request whose body is arriving, or null; the next five fields belong to it. */
  private Exchange receiving;

  private Refusal refusal;
  private String operation;
  private Body body;
  private long announced;
  private long discarded;
  private boolean continueDue;

  /** Nothing more is taken from the client; what arrives is dropped. */
  private boolean inputDone;

  /** Inside {@link #process}: answers are sent by its caller. */
  private boolean busy;

  Connection(HttpServer server, Loop loop) {
    this.server = server;
    this.loop = loop;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    ctx = context;
    outbox = new Outbox(context, loop, server.budget(), clock);
    loop.add(this);
  }

  boolean inEventLoop() {
    return ctx.executor().inEventLoop();
  }

  /** Runs a task on the event loop; any thread. */
  void execute(Runnable task) {
    ctx.executor().execute(task);
  }

  // ---- input

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    clock.messageRead();
    if (takesNoMore()) {
      ReferenceCountUtil.release(message);
    } else if (receiving == null && (!waiting.isEmpty() || isFull())) {
      waiting.add(message);
    } else {
      process(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    clock.readComplete(receiving == null && !inputDone);
    outbox.flush();
    updateReading();
  }

  /** Whether the next request has to wait: too many unanswered, or answers that no one takes. */
  private boolean isFull() {
    return outbox.size() >= server.settings().limits().maxPipelinedRequests()
        || !ctx.channel().isWritable();
  }

  private boolean takesNoMore() {
    return inputDone || (receiving == null && server.isStopping());
  }

  private void updateReading() {
    // A body is read on whatever happens, so that a request that has begun also ends.
    boolean read = inputDone || receiving != null || (waiting.isEmpty() && !isFull());
    if (ctx.channel().config().isAutoRead() != read) {
      ctx.channel().config().setAutoRead(read);
    }
  }

  private void process(Object message) {
    busy = true;
    try {
      if (message instanceof HttpRequest request) {
        head(request);
      }
      if (message instanceof HttpContent content && receiving != null) {
        content(content);
      }
    } finally {
      busy = false;
      ReferenceCountUtil.release(message);
    }
    advance();
  }

  private void head(HttpRequest request) {
    long now = System.nanoTime();
    clock.headRead();
    Exchange exchange = new Exchange(this, loop.ids.next(), now);
    receiving = exchange;
    body = new Body();
    discarded = 0;
    continueDue = false;
    if (request.decoderResult().isFailure()) {
      refuseNow(RequestHead.malformed(request.decoderResult().cause()));
      return;
    }
    exchange.keepAlive = HttpUtil.isKeepAlive(request);
    exchange.type = MediaType.of(request.headers().get("content-type"));
    refusal = RequestHead.check(request, server.hostNames(), server.settings().region());
    Limits limits = server.settings().limits();
    announced = HttpUtil.getContentLength(request, -1L);
    if (refusal == null && announced > limits.maxBodyBytes()) {
      refusal = Refusal.tooLarge();
    }
    if (refusal == null) {
      operation = RequestHead.operation(request);
      exchange.counted = server.budget().takeRequest(limits.maxQueuedRequests());
      if (!exchange.counted) {
        refusal = full(exchange, limits.maxQueuedRequests() + " requests are waiting");
      }
    }
    boolean expectsContinue = RequestHead.expectsContinue(request);
    if (refusal != null && (refusal.close() || expectsContinue)) {
      // A client that waits for the 100 does not send the body, or not surely: no next request.
      refuseNow(refusal);
    } else {
      continueDue = expectsContinue;
    }
  }

  private void content(HttpContent content) {
    if (content.decoderResult().isFailure()) {
      refuseNow(Refusal.badHttp(400, "The request's chunked body is not valid HTTP/1.1."));
      return;
    }
    boolean last = content instanceof LastHttpContent;
    ByteBuf bytes = content.content();
    continueDue &= bytes.readableBytes() == 0;
    Limits limits = server.settings().limits();
    if ((long) body.length() + discarded + bytes.readableBytes() > limits.maxBodyBytes()) {
      refuseNow(Refusal.tooLarge());
      return;
    }
    if (refusal != null) {
      discarded += bytes.readableBytes();
    } else if (!body.append(bytes, last, announced, server.budget(), limits.maxQueuedBytes())) {
      refusal = full(receiving, limits.maxQueuedBytes() + " bytes of requests and answers wait");
      server.budget().addBytes(-body.held());
      discarded = body.length() + (long) bytes.readableBytes();
      body = new Body();
    }
    if (last) {
      complete();
    }
  }

  private static Refusal full(Exchange exchange, String what) {
    return Refusal.unavailable(
        exchange.type,
        "The server is busy: "
            + what
            + ", which is its bound. The request was not applied; send"
            + " it again later.");
  }

  /** Answers the request that is arriving without waiting for the rest of it, and ends with it. */
  private void refuseNow(Refusal answer) {
    Exchange exchange = receiving;
    exchange.keepAlive = false;
    exchange.linger = true;
    inputDone = true;
    refusal = answer;
    complete();
  }

  private void complete() {
    Exchange exchange = receiving;
    receiving = null;
    exchange.held = body.held();
    Body complete = body;
    body = null;
    outbox.add(exchange);
    inputDone |= !exchange.keepAlive;
    Refusal answer = refusal;
    refusal = null;
    if (answer != null) {
      exchange.type = answer.type();
      exchange.accept(answer.response());
    } else {
      dispatch(exchange, complete);
    }
  }

  private void dispatch(Exchange exchange, Body complete) {
    RequestHandler handler = server.handler();
    if (handler == null) {
      exchange.accept(
          Refusal.unavailable(
                  exchange.type,
                  "The server's engine is not running (no RequestHandler service; look at the"
                      + " bundle io.stillpoint.engine). The request was not applied.")
              .response());
      return;
    }
    try {
      handler.handle(
          new Request(Request.DEFAULT_ACCOUNT, operation, complete.bytes(), exchange.id()),
          exchange);
    } catch (RuntimeException | Error e) {
      // A broken engine must not take the connection's event loop with it.
      LOG.error("The engine failed to take request {} ({}).", exchange.id(), operation, e);
      if (exchange.get() == null) {
        exchange.accept(Refusal.internal(exchange.type, "Internal server error").response());
      }
    }
  }

  /** Stands in for a null that the engine answered with. */
  Response noResponse(Exchange exchange) {
    LOG.error("The engine answered request {} with null.", exchange.id());
    return Refusal.internal(exchange.type, "Internal server error").response();
  }

  // ---- output

  /** An answer has reached the event loop. */
  void answered(Exchange exchange) {
    exchange.ready = true;
    if (exchange.counted) {
      // The body is the engine's now, and the answer is ours until it is sent.
      long bytes = exchange.get().body().length();
      server.budget().addBytes(bytes - exchange.held);
      exchange.held = bytes;
    }
    if (!busy && ctx.channel().isActive()) {
      advance();
      resume();
      outbox.flushSoon();
    }
  }

  /** Sends what can be sent in order, and the 100 of a request whose turn it is. */
  private void advance() {
    boolean last = inputDone || (server.isStopping() && receiving == null);
    outbox.send(last);
    if (continueDue && receiving != null && outbox.isEmpty()) {
      continueDue = false;
      outbox.sendContinue();
    }
  }

  /** Looks at what was read but had to wait. */
  private void resume() {
    while (!waiting.isEmpty() && (receiving != null || !isFull())) {
      if (takesNoMore()) {
        ReferenceCountUtil.release(waiting.poll());
      } else {
        process(waiting.poll());
      }
    }
    updateReading();
  }

  void sent(Exchange exchange) {
    outbox.sent(exchange);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (!busy && ctx.channel().isWritable()) {
      resume();
      outbox.flushSoon();
    }
  }

  // ---- the end

  /** The server stops: no further request is taken; the connection ends with its last answer. */
  void finish() {
    if (receiving == null) {
      inputDone = true;
      resume();
      if (outbox.isIdle()) {
        close();
      }
    }
  }

  /** Cuts off what has taken too long. */
  void sweep(long now) {
    Limits limits = server.settings().limits();
    if (server.isStopping() && receiving == null && outbox.isIdle()) {
      close();
      return;
    }
    Exchange head = outbox.unansweredHead();
    if (head != null && ConnectionClock.isOver(head.received(), limits.replyTimeoutMillis(), now)) {
      LOG.error(
          "The engine has not answered request {} within {} ms; its client gets a 500.",
          head.id(),
          limits.replyTimeoutMillis());
      head.accept(
          Refusal.internal(
                  head.type,
                  "The engine has not answered in time. Whether the request was applied is not"
                      + " known.")
              .response());
    }
    boolean bodyLate =
        receiving != null
            && ConnectionClock.isOver(receiving.received(), limits.bodyTimeoutMillis(), now);
    switch (clock.verdict(limits, now, outbox.isIdle(), bodyLate)) {
      case FINE -> {}
      case CLOSE -> close();
      case TIMED_OUT -> timedOut(now);
    }
  }

  /** A request that has begun and does not end. */
  private void timedOut(long now) {
    if (inputDone) {
      return;
    }
    if (receiving == null) {
      receiving = new Exchange(this, loop.ids.next(), now);
      body = new Body();
    }
    busy = true;
    refuseNow(Refusal.badHttp(408, "The request did not arrive in time."));
    busy = false;
    advance();
    outbox.flush();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == ChannelInputShutdownEvent.INSTANCE) {
      // The client has sent all it wants to; it may still read.
      if (receiving != null || outbox.isIdle() || outbox.isLingering()) {
        close();
      } else {
        inputDone = true;
        outbox.closeAfterLast();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    loop.remove(this);
    inputDone = true;
    if (receiving != null) {
      receiving.held = body.held();
      outbox.release(receiving);
      receiving = null;
    }
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
    outbox.abandon();
    server.connectionClosed();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof IOException) {
      LOG.debug("A client's connection broke: {}", cause.toString());
    } else {
      LOG.error("A connection failed and is closed.", cause);
    }
    close();
  }

  void close() {
    Channel channel = ctx.channel();
    channel.close();
  }
}
