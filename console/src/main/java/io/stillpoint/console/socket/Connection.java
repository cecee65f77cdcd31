package io.stillpoint.console.socket;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.apache.felix.service.command.CommandProcessor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. Its own thread reads frames; a command runs on a second one, so that a client that
 * goes away is noticed while its command runs, and interrupts it.
 */
final class Connection implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** How long a worker may still run after it sent the exit status, which is its last act. */
  private static final long LAST_ACT_MILLIS = 5_000;

  private final SocketChannel channel;
  private final Frames frames;
  private final CommandProcessor processor;
  private final Runnable onEnd;

  private volatile Thread worker;

  /**
   * @param onEnd called once, when the connection is over
   */
  Connection(SocketChannel channel, CommandProcessor processor, Runnable onEnd) {
    this.channel = channel;
    this.frames = new Frames(channel);
    this.processor = processor;
    this.onEnd = onEnd;
  }

  @Override
  public void run() {
    try (CommandRunner runner =
        new CommandRunner(
            processor,
            new FrameOutput(frames, Frames.OUTPUT),
            new FrameOutput(frames, Frames.ERROR))) {
      for (byte[] line = frames.readCommand(); line != null; line = frames.readCommand()) {
        start(runner, new String(line, StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      LOG.debug("shell connection ended", e);
    } finally {
      close();
      onEnd.run();
    }
  }

  private void start(CommandRunner runner, String line) throws IOException {
    if (!awaitWorker(LAST_ACT_MILLIS)) {
      throw new IOException("a command came before the last one's exit status");
    }
    Thread next =
        new Thread(
            () -> {
              try {
                frames.writeExit(runner.run(line));
              } catch (IOException e) {
                LOG.debug("client left before its command's status", e);
              }
            },
            Thread.currentThread().getName() + "-command");
    next.setDaemon(true);
    worker = next;
    next.start();
  }

  /** Waits for the command that runs, if any. Returns whether none runs any more. */
  boolean awaitWorker(long millis) {
    Thread running = worker;
    if (running == null) {
      return true;
    }
    try {
      running.join(Math.max(1, millis));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return !running.isAlive();
  }

  /**
   * Ends the connection; a command that still runs is interrupted. Any thread, any number of times.
   */
  void close() {
    Thread running = worker;
    if (running != null) {
      running.interrupt();
    }
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close a shell connection", e);
    }
  }

  /** Refuses a client in one sentence. */
  static void refuse(SocketChannel channel, String sentence) throws IOException {
    Frames frames = new Frames(channel);
    byte[] text = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    frames.write(Frames.ERROR, text, 0, text.length);
    frames.writeExit(1);
  }
}
