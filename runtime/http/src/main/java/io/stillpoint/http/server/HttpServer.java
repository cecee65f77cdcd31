package io.stillpoint.http.server;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.FastThreadLocal;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.http.config.Settings;
import io.stillpoint.http.protocol.HostNames;
import java.net.InetSocketAddress;
import java.net.URI;
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
public final class HttpServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

  /** Prefix of the event loops' thread names. */
  public static final String THREAD_NAME = "stillpoint-http";

  private static final int BACKLOG = 1024;
  private static final int FORCED_STOP_MILLIS = 2000;

  private final Supplier<RequestHandler> handler;
  private final Budget budget = new Budget();
  private final AtomicInteger open = new AtomicInteger();
  private final CountDownLatch allClosed = new CountDownLatch(1);
  private final EventLoops loops;
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
    loops = new EventLoops(this, settings.threads());
    Loop first = loops.all().get(0);
    listener = new NioServerSocketChannel();
    listener.config().setOption(ChannelOption.SO_REUSEADDR, true);
    listener.config().setOption(ChannelOption.SO_BACKLOG, BACKLOG);
    listener.pipeline().addLast(new Acceptor(this, loops.all()));
    ChannelFuture bound = first.eventLoop().register(listener).awaitUninterruptibly();
    if (bound.isSuccess()) {
      InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
      bound = listener.bind(address).awaitUninterruptibly();
    }
    if (!bound.isSuccess()) {
      listener.close().awaitUninterruptibly(FORCED_STOP_MILLIS);
      loops.stop();
      FastThreadLocal.removeAll();
      throw new BindException(reason(settings, bound.cause()), bound.cause());
    }
    loops.all().forEach(Loop::start);
    // Building channels left Netty's thread-locals on the caller's thread, which outlives this
    // bundle and would keep its class loader.
    FastThreadLocal.removeAll();
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

  /** Counts a connection unless there are as many as the bound already. */
  boolean connectionOpened(int bound) {
    if (open.incrementAndGet() <= bound) {
      return true;
    }
    connectionClosed();
    return false;
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
    // First, so that whoever finds the port closed can rely on it.
    stopping = true;
    listener.close().awaitUninterruptibly(FORCED_STOP_MILLIS);
    for (Loop loop : loops.all()) {
      loop.eventLoop().execute(() -> loop.connections().forEach(Connection::finish));
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
    loops.stop();
    // Netty's thread-locals on the caller's thread, as above, would keep this bundle's class
    // loader.
    FastThreadLocal.removeAll();
  }
}
