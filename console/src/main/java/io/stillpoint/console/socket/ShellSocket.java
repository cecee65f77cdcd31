package io.stillpoint.console.socket;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.felix.service.command.CommandProcessor;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens on the shell's socket while the console and Gogo are there. Without a data folder
 * (framework property {@value #RUN}) there is no socket, and the server works without a shell.
 */
@Component(service = ShellSocket.class, immediate = true)
public final class ShellSocket {
  /** Framework property: the absolute path of the data folder's run/. */
  public static final String RUN = "stillpoint.run";

  private static final Logger LOG = LoggerFactory.getLogger(ShellSocket.class);
  private static final int MAX_CONNECTIONS = 16;
  private static final long DRAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CommandProcessor processor;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicInteger number = new AtomicInteger();
  private SocketPlace place;
  private ServerSocketChannel server;
  private Peer peer;

  /**
   * Binds the socket. A failure leaves the server without a shell and is logged with its reason: it
   * must not take the tables down.
   */
  @Activate
  public ShellSocket(BundleContext context, @Reference CommandProcessor processor) {
    this.processor = processor;
    String run = context.getProperty(RUN);
    if (run == null) {
      LOG.info("no shell: the framework property {} is not set", RUN);
      return;
    }
    try {
      open(Path.of(run));
    } catch (IOException | UnsupportedOperationException e) {
      LOG.warn("no shell on this server: {}", e.getMessage(), e);
      close();
    }
  }

  private void open(Path run) throws IOException {
    place = SocketPlace.prepare(run);
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(place.socket()));
    Files.setPosixFilePermissions(place.socket(), PosixFilePermissions.fromString("rw-------"));
    peer = Peer.check(place.socket());
    Thread acceptor = new Thread(this::accept, "stillpoint-shell");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  private void accept() {
    while (true) {
      try {
        serve(server.accept());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        // Out of file descriptors, say. The next attempt may work; the pause keeps it from
        // spinning.
        LOG.warn("cannot take a shell connection: {}", e.getMessage());
        if (!pause()) {
          return;
        }
      }
    }
  }

  private static boolean pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(200);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void serve(SocketChannel channel) throws IOException {
    String refusal = null;
    if (!peer.allows(channel)) {
      refusal = "This server's shell is for the user that runs it, and for root.";
      LOG.warn("refused a shell connection of another user");
    } else if (connections.size() >= MAX_CONNECTIONS) {
      refusal = MAX_CONNECTIONS + " shells are connected, which is the limit. Close one.";
    }
    if (refusal != null) {
      try (channel) {
        Connection.refuse(channel, refusal);
      }
      return;
    }
    Connection[] self = new Connection[1];
    Connection connection = new Connection(channel, processor, () -> connections.remove(self[0]));
    self[0] = connection;
    connections.add(connection);
    Thread reader = new Thread(connection, "stillpoint-shell-" + number.incrementAndGet());
    reader.setDaemon(true);
    reader.start();
  }

  /** Takes no more connections, gives running commands a second, then interrupts them. */
  @Deactivate
  public void close() {
    try {
      if (server != null) {
        server.close();
      }
      if (place != null) {
        place.remove();
      }
    } catch (IOException e) {
      LOG.warn("cannot remove the shell's socket: {}", e.getMessage());
    }
    long deadline = System.nanoTime() + DRAIN_NANOS;
    for (Connection connection : connections) {
      connection.awaitWorker(TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
      connection.close();
    }
  }
}
