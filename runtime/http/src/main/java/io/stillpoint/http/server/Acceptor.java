package io.stillpoint.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.stillpoint.http.protocol.MediaType;
import io.stillpoint.http.protocol.Refusal;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes accepted connections and spreads them over the event loops in turn. */
// Netty tells of a failed write, close or registration by closing the channel.
@SuppressWarnings("FutureReturnValueIgnored")
final class Acceptor extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);

  private static final int MAX_REQUEST_LINE = 8 * 1024;
  private static final int MAX_HEADER = 32 * 1024;
  private static final int MAX_PIECE = 64 * 1024;
  private static final int RETRY_MILLIS = 1000;

  private final HttpServer server;
  private final List<Loop> loops;
  private int next;

  Acceptor(HttpServer server, List<Loop> loops) {
    this.server = server;
    this.loops = loops;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    SocketChannel channel = (SocketChannel) accepted;
    Loop loop = loops.get(next);
    next = (next + 1) % loops.size();
    channel.config().setOption(ChannelOption.TCP_NODELAY, true);
    channel.config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
    channel.pipeline().addLast(new Prepare(loop));
    loop.eventLoop().register(channel);
  }

  /** No more file descriptors, most likely: trying again at once would only burn the processor. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.error(
        "A connection could not be accepted; the next is tried in {} ms.", RETRY_MILLIS, cause);
    if (context.channel().config().isAutoRead()) {
      context.channel().config().setAutoRead(false);
      context
          .executor()
          .schedule(
              () -> context.channel().config().setAutoRead(true),
              RETRY_MILLIS,
              TimeUnit.MILLISECONDS);
    }
  }

  /** Sets a connection up on its own event loop. */
  private final class Prepare extends ChannelInitializer<SocketChannel> {
    private final Loop loop;

    Prepare(Loop loop) {
      this.loop = loop;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      int most = server.settings().limits().maxConnections();
      if (!server.connectionOpened(most)) {
        refuse(channel, most);
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
              new Connection(server, loop));
      if (server.isStopping()) {
        channel.close();
      }
    }

    private void refuse(SocketChannel channel, int most) {
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
