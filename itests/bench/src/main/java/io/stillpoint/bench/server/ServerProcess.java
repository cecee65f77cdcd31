package io.stillpoint.bench.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running server of one kind on a fresh data folder; ended with its folder when closed. */
public final class ServerProcess implements AutoCloseable {
  private static final Duration START_BOUND = Duration.ofSeconds(60);
  private static final Duration STOP_BOUND = Duration.ofSeconds(20);

  private final ServerKind kind;
  private final Path folder;
  private final Process process;
  private final long begunNanos;
  private final Thread lastResort;
  private final Client client;
  private long firstAnswerNanos;

  private ServerProcess(ServerKind kind, Path folder, int port) throws IOException {
    this.kind = kind;
    this.folder = folder;
    List<String> command = kind.command(folder, port);
    client = new Client(URI.create("http://127.0.0.1:" + port + "/"));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.log").toFile());
    begunNanos = System.nanoTime();
    process = builder.start();
    // Ctrl-C ends the benchmark; the server must not outlive it.
    lastResort = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /**
   * Starts a server and waits for its first answer.
   *
   * @param parent where the data folder is made
   * @throws IOException if it ends, or does not answer within a minute; the message has its output
   */
  public static ServerProcess start(ServerKind kind, Path parent)
      throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    Path folder = Files.createTempDirectory(parent, kind.title() + "-");
    ServerProcess server = new ServerProcess(kind, folder, port);
    try {
      server.awaitFirstAnswer();
    } catch (IOException | InterruptedException e) {
      server.close();
      throw e;
    }
    return server;
  }

  private void awaitFirstAnswer() throws IOException, InterruptedException {
    while (!client.answers()) {
      if (!process.isAlive() || sinceStart().compareTo(START_BOUND) > 0) {
        throw new IOException(
            kind.title() + " does not serve; it said: " + Files.readString(output()));
      }
      // Nothing tells of a listening port but a connection to it.
      TimeUnit.MILLISECONDS.sleep(5);
    }
    firstAnswerNanos = System.nanoTime();
  }

  private Duration sinceStart() {
    return Duration.ofNanos(System.nanoTime() - begunNanos);
  }

  private Path output() {
    return folder.resolve("output.log");
  }

  /** From the start of its process to its first answer of status 200. */
  public Duration timeToFirstAnswer() {
    return Duration.ofNanos(firstAnswerNanos - begunNanos);
  }

  public ServerKind kind() {
    return kind;
  }

  public Client client() {
    return client;
  }

  /** The process that serves. */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    try {
      process.toHandle().destroy();
      if (!process.waitFor(STOP_BOUND.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(lastResort);
    Folders.delete(folder);
  }
}
