package io.stillpoint.launcher.shell;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Sends command lines to a running server and prints what comes back. */
public final class ShellClient implements AutoCloseable {
  /**
   * System property, set by bin/stillpoint: whether standard input is a terminal. Java before 22
   * and after do not agree on what {@code System.console()} says of that.
   */
  private static final String TERMINAL = "stillpoint.terminal";

  private static final int MAX_FRAME = 1 << 24;

  private final SocketChannel channel;
  private final DataInputStream in;
  private final OutputStream out;
  private final OutputStream err;

  private ShellClient(SocketChannel channel, OutputStream out, OutputStream err) {
    this.channel = channel;
    this.in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
    this.out = out;
    this.err = err;
  }

  /**
   * Runs one command in the server of a data folder.
   *
   * @return the command's exit status
   * @throws LaunchException if there is no server, or it went away
   */
  public static int exec(Path data, String command) throws LaunchException {
    try (ShellClient client = connect(data)) {
      return client.run(command);
    } catch (IOException e) {
      throw lost(data, e);
    }
  }

  /**
   * Runs lines until their end, or one that says {@code exit}: with editing, history and completion
   * where standard input is a terminal, else the lines of standard input as they are.
   *
   * @return the last command's exit status
   * @throws LaunchException if there is no server, or it went away
   */
  public static int interactive(Path data) throws LaunchException {
    try {
      return Boolean.getBoolean(TERMINAL) ? TerminalShell.run(data) : lines(data);
    } catch (IOException e) {
      throw lost(data, e);
    }
  }

  private static int lines(Path data) throws LaunchException, IOException {
    Charset charset =
        Charset.forName(System.getProperty("native.encoding", Charset.defaultCharset().name()));
    int status = ExitStatus.OK.code();
    try (ShellClient client = connect(data)) {
      BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, charset));
      while (true) {
        String line = lines.readLine();
        if (line == null || line.strip().equals("exit") || line.strip().equals("quit")) {
          return status;
        }
        if (!line.isBlank()) {
          status = client.run(line);
        }
      }
    }
  }

  /** A new session whose output goes to this process's. */
  static ShellClient connect(Path data) throws LaunchException {
    return connect(data, System.out, System.err);
  }

  /** A new session. */
  static ShellClient connect(Path data, OutputStream out, OutputStream err) throws LaunchException {
    return new ShellClient(ServerConnection.connect(data), out, err);
  }

  /** Says in a sentence that the server of a data folder went away. */
  static LaunchException lost(Path data, IOException e) {
    return new LaunchException(
        ExitStatus.FAILED,
        e instanceof EOFException
            ? "the server on " + data + " ended before it answered"
            : "the connection to the server on " + data + " broke: " + e.getMessage());
  }

  /**
   * Runs a line to its end, and prints what comes.
   *
   * @return its exit status
   * @throws IOException if the connection ends before
   */
  int run(String command) throws IOException {
    byte[] line = command.getBytes(StandardCharsets.UTF_8);
    ByteBuffer frame = ByteBuffer.allocate(1 + Integer.BYTES + line.length);
    frame.put((byte) 'C').putInt(line.length).put(line).flip();
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
    while (true) {
      byte type = in.readByte();
      int length = in.readInt();
      if (length < 0 || length > MAX_FRAME) {
        throw new IOException("it sent a frame of " + length + " bytes");
      }
      byte[] payload = in.readNBytes(length);
      if (payload.length < length) {
        throw new EOFException();
      }
      switch (type) {
        case 'O' -> print(out, payload);
        case 'E' -> print(err, payload);
        case 'X' -> {
          return ByteBuffer.wrap(payload).getInt();
        }
        default -> throw new IOException("it sent a frame of the unknown type " + type);
      }
    }
  }

  private static void print(OutputStream stream, byte[] text) throws IOException {
    stream.write(text);
    stream.flush();
  }

  /**
   * Closes the connection under a command that runs: it ends here and in the server. Any thread.
   */
  void abandon() {
    try {
      close();
    } catch (IOException e) {
      // Closed or broken, it is over.
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
