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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The distribution as a process of its own, as bin/stillpoint starts it, on one port through all
 * its lives, so that clients find it again.
 */
final class ServerProcess implements AutoCloseable {
  private static final long START_SECONDS = 30;

  private final Path data;
  private final int port;
  private Process process;

  private ServerProcess(Path data, int port) {
    this.data = data;
    this.port = port;
  }

  /** Starts a server on a free port and waits until its banner says that it serves. */
  static ServerProcess start(Path data) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ServerProcess server = new ServerProcess(data, port);
    server.start();
    return server;
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + port);
  }

  /** Starts it again on the same folder and port. */
  void start() throws IOException, InterruptedException {
    Path lib = Path.of(System.getProperty("stillpoint.distribution"), "lib", "*");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(
        List.of(
            "-Xmx512m",
            "-cp",
            lib.toString(),
            "io.stillpoint.launcher.Main",
            "--data",
            data.toString(),
            "--port",
            Integer.toString(port)));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    CountDownLatch serving = new CountDownLatch(1);
    StringBuilder output = new StringBuilder();
    Thread reader = new Thread(() -> read(process, output, serving), "server-output");
    reader.setDaemon(true);
    reader.start();
    assertTrue(
        serving.await(START_SECONDS, TimeUnit.SECONDS),
        () -> "the server shows its banner within " + START_SECONDS + " s; it said: " + output);
  }

  private static void read(Process process, StringBuilder output, CountDownLatch serving) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        if (line.contains("endpoint")) {
          serving.countDown();
        }
      }
    } catch (IOException e) {
      output.append(e);
    }
  }

  /** kill -9, and waits until the process is gone. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(10, TimeUnit.SECONDS), "a killed process is gone within 10 s");
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
  }
}
