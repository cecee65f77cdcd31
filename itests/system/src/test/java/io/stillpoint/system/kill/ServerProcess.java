package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A server started by bin/stillpoint as a process of its own, on one port through all its lives, so
 * that clients find it again. The script becomes the JVM (exec), so a kill meets the server itself.
 */
public final class ServerProcess implements AutoCloseable {
  private static final long START_SECONDS = 30;
  private static final long STOP_SECONDS = 20;

  /** How the banner's line begins that says where the server listens. */
  private static final String SERVING = "  endpoint  ";

  private final Path data;
  private final int port;
  private final List<String> prefix;
  private final Map<String, String> environment;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private Process process;

  private ServerProcess(Path data, int port, List<String> prefix, Map<String, String> environment) {
    this.data = data;
    this.port = port;
    this.prefix = List.copyOf(prefix);
    this.environment = Map.copyOf(environment);
  }

  /** Starts a server on a free port and waits until its banner says that it serves. */
  public static ServerProcess start(Path data) throws IOException, InterruptedException {
    return start(data, List.of(), Map.of());
  }

  /**
   * Starts a server behind another program.
   *
   * @param prefix words of a command that becomes (exec) the command line after them
   * @param environment variables that the server gets besides this process's own
   */
  public static ServerProcess start(Path data, List<String> prefix, Map<String, String> environment)
      throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ServerProcess server = new ServerProcess(data, port, prefix, environment);
    server.start();
    return server;
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** What it printed in all its lives. */
  String output() {
    return String.join("\n", said);
  }

  /** The process's id in its present life. */
  long pid() {
    return process.pid();
  }

  /**
   * Starts it again on the same folder and port.
   *
   * @throws AssertionError as soon as it ends, or if it does not serve within 30 s
   */
  void start() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("stillpoint.root"), "bin", "stillpoint").toString());
    command.addAll(List.of("--data", data.toString(), "--port", Integer.toString(port)));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("STILLPOINT_JAVA_OPTS", "-Xmx512m");
    builder.environment().putAll(environment);
    Process started = builder.start();
    process = started;
    CompletableFuture<Boolean> serving = new CompletableFuture<>();
    Thread reader = new Thread(() -> read(started, serving), "server-output");
    reader.setDaemon(true);
    reader.start();
    boolean serves;
    try {
      serves = serving.get(START_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      close();
      throw new AssertionError(
          "no banner of the server within " + START_SECONDS + " s; it said: " + output(), e);
    }
    if (!serves) {
      int status = awaitExit();
      throw new AssertionError(
          "the server ended with status " + status + " before its banner; it said: " + output());
    }
  }

  private void read(Process from, CompletableFuture<Boolean> serving) {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(from.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
        if (line.startsWith(SERVING)) {
          serving.complete(true);
        }
      }
    } catch (IOException e) {
      // A killed process's stream is closed under the reader.
      said.add(e.toString());
    } finally {
      serving.complete(false);
    }
  }

  /** kill -9, and waits until the process is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    awaitExit();
  }

  /** SIGTERM, and waits until the process has ended; its exit status. */
  int stop() throws InterruptedException {
    process.destroy();
    return awaitExit();
  }

  private int awaitExit() throws InterruptedException {
    assertTrue(
        process.waitFor(STOP_SECONDS, TimeUnit.SECONDS),
        () -> "the server has not ended within " + STOP_SECONDS + " s; it said: " + output());
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).join();
  }
}
