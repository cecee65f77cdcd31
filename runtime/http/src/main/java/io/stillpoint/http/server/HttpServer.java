package io.stillpoint.http.server;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.http.config.Settings;
import io.stillpoint.http.protocol.HostNames;
import io.stillpoint.http.protocol.MediaType;
import io.stillpoint.http.protocol.Refusal;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on one address and serves the DynamoDB API there until it is closed.
 *
 * <p>Its event loops are daemon threads named stillpoint-http-*: how long the process lives is the
 * framework's business. All methods may be called from any thread but an event loop.
 */
// Netty tells of a failed write or close by closing the channel; the end of the threads is awaited.
@SuppressWarnings("FutureReturnValueIgnored")
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** Prefix of the event loops' thread names. */
  public static final String THREAD_NAME = "stillpoint-http";

  private static final int MAX_REQUEST_LINE = 8 * 1024;
  private static final int MAX_HEADER = 32 * 1024;
  private static final int MAX_PIECE = 64 * 1024;
  private static final int BACKLOG = 1024;
  private static final int FORCED_STOP_MILLIS = 2000;

  private final Supplier<RequestHandler> handler;
  private final Budget budget = new Budget();
  private final AtomicInteger open = new AtomicInteger();
  private final CountDownLatch allClosed = new CountDownLatch(1);
  private final EventLoopGroup group;
  private final IdentityHashMap<EventLoop, Loop> loops = new IdentityHashMap<>();
  private final Channel listener;
  private volatile Settings settings;
  private volatile HostNames hostNames;
  private volatile boolean stopping;

  /**
   * Starts to listen.
   *
   * @param handler gives the engine of the moment, or null when there is none; called for each
   *     request on an event loop, so it must not block
   * @throws BindException when the address cannot be had; nothing is left behind
   */
  public HttpServer(Settings settings, Supplier<RequestHandler> handler) throws BindException {
    this.settings = settings;
    this.handler = handler;
    this.hostNames = new HostNames(settings.host(), settings.hosts());
    group =
        new MultiThreadIoEventLoopGroup(
            settings.threads(),
            new DefaultThreadFactory(THREAD_NAME, true),
            NioIoHandler.newFactory());
    for (EventExecutor executor : group) {
      EventLoop eventLoop = (EventLoop) executor;
      loops.put(eventLoop, new Loop(this, eventLoop));
    }
    ChannelFuture bound =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childHandler(new Accept())
            .bind(new InetSocketAddress(settings.host(), settings.port()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      endThreads();
      throw new BindException(reason(settings, bound.cause()), bound.cause());
    }
    listener = bound.channel();
    loops.values().forEach(Loop::start);
  }

  private static String reason(Settings settings, Throwable cause) {
    String where = "Port " + settings.port() + " on " + settings.host();
    String text = String.valueOf(cause.getMessage());
    if (text.contains("in use")) {
      return where + " is in use. Choose another with --port.";
    }
    if (text.contains("ermission denied")) {
      return where
          + " needs privileges that this process has not. Choose one from 1024 with --port.";
    }
    if (text.contains("assign requested address")) {
      return settings.host() + " is not an address of this machine. Use 127.0.0.1.";
    }
    return where + " cannot be listened on: " + text + ". Choose another with --port.";
  }

  /** Where it listens. */
  public URI address() {
    int port = ((InetSocketAddress) listener.localAddress()).getPort();
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    return URI.create("http://" + host + ":" + port);
  }

  /**
   * Puts other limits, names and region in force, for open connections too. Host, port and threads
   * stay those it was made with.
   */
  public void apply(Settings changed) {
    hostNames = new HostNames(settings.host(), changed.hosts());
    settings =
        new Settings(
            settings.host(),
            settings.port(),
            changed.hosts(),
            changed.region(),
            settings.threads(),
            changed.limits());
  }

  /** What is in force. */
  public Settings settings() {
    return settings;
  }

  /** Unanswered requests of all connections at this moment. */
  public int queuedRequests() {
    return budget.requests();
  }

  /** Bytes of unanswered requests and unsent answers at this moment. */
  public long queuedBytes() {
    return budget.bytes();
  }

  /** Open connections at this moment. */
  public int connections() {
    return open.get();
  }

  HostNames hostNames() {
    return hostNames;
  }

  Budget budget() {
    return budget;
  }

  RequestHandler handler() {
    return handler.get();
  }

  boolean isStopping() {
    return stopping;
  }

  void connectionClosed() {
    if (open.decrementAndGet() == 0 && stopping) {
      allClosed.countDown();
    }
  }

  /**
   * Stops: accepts nothing more, lets the requests in flight finish within the configured time
   * (their answers say {@code Connection: close}), closes what is left and ends its threads.
   * Returns after at most that time and five seconds; a second call does nothing.
   */
  @Override
  public void close() {
    if (stopping) {
      return;
    }
    listener.close().awaitUninterruptibly(FORCED_STOP_MILLIS);
    stopping = true;
    for (Map.Entry<EventLoop, Loop> entry : loops.entrySet()) {
      Loop loop = entry.getValue();
      entry.getKey().execute(() -> loop.connections().forEach(Connection::finish));
    }
    try {
      int grace = settings.limits().stopTimeoutMillis();
      if (open.get() > 0 && !allClosed.await(grace, TimeUnit.MILLISECONDS)) {
        LOG.warn(
            "{} requests did not finish within {} ms; {} connections are cut off.",
            budget.requests(),
            grace,
            open.get());
      }
    } catch (InterruptedException e) {
      // Whoever interrupts wants it sooner: the rest is cut off.
      Thread.currentThread().interrupt();
    }
    endThreads();
  }

  private void endThreads() {
    group.shutdownGracefully(0, FORCED_STOP_MILLIS, TimeUnit.MILLISECONDS);
    boolean interrupted = false;
    try {
      if (!group.awaitTermination(FORCED_STOP_MILLIS, TimeUnit.MILLISECONDS)) {
        LOG.error("An event loop did not end within {} ms.", FORCED_STOP_MILLIS);
      }
      // Netty tells of the end on a thread of its own, which would keep this bundle's class loader.
      GlobalEventExecutor.INSTANCE.awaitInactivity(FORCED_STOP_MILLIS, TimeUnit.MILLISECONDS);
    } catch (IllegalStateException e) {
      LOG.trace("Netty's own thread was never needed.");
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Prepares accepted connections, on their event loops. */
  private final class Accept extends ChannelInitializer<SocketChannel> {
    @Override
    protected void initChannel(SocketChannel channel) {
      Loop loop = loops.get(channel.eventLoop());
      int most = settings.limits().maxConnections();
      if (open.incrementAndGet() > most) {
        connectionClosed();
        refuse(channel, loop, most);
        return;
      }
      channel
          .pipeline()
          .addLast(
              new HttpRequestDecoder(
                  new HttpDecoderConfig()
                      .setMaxInitialLineLength(MAX_REQUEST_LINE)
                      .setMaxHeaderSize(MAX_HEADER)
                      .setMaxChunkSize(MAX_PIECE)),
              new Connection(HttpServer.this, loop));
      if (stopping) {
        channel.close();
      }
    }

    private void refuse(SocketChannel channel, Loop loop, int most) {
      Refusal refusal =
          Refusal.unavailable(
              MediaType.JSON_1_0,
              "The server has " + most + " open connections, which is its bound. Try again later.");
      ByteBuf answer =
          loop.encoder.encode(
              channel.alloc(),
              refusal.response().status(),
              refusal.type(),
              refusal.response().body().array(),
              loop.ids.next(),
              true);
      channel.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }
  }
}
