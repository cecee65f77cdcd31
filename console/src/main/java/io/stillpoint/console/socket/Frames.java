package io.stillpoint.console.socket;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Frames on one connection (see the package). One thread reads; writers may be many.
 *
 * <p>Works on the channel and not on streams made of it: in Java 17 such streams take one lock for
 * both directions, so a reader that waits would keep every writer waiting.
 */
final class Frames {
  static final byte COMMAND = 'C';
  static final byte OUTPUT = 'O';
  static final byte ERROR = 'E';
  static final byte EXIT = 'X';
  static final int MAX_COMMAND_BYTES = 1 << 20;

  private static final int HEADER_BYTES = 5;

  private final SocketChannel channel;

  Frames(SocketChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the next command line's bytes.
   *
   * @return null at the end of the connection
   * @throws IOException also if the client does not keep to the protocol
   */
  byte[] readCommand() throws IOException {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    if (!readFully(header)) {
      return null;
    }
    header.flip();
    byte type = header.get();
    int length = header.getInt();
    if (type != COMMAND || length < 0 || length > MAX_COMMAND_BYTES) {
      throw new IOException("not a command frame: type " + type + ", length " + length);
    }
    ByteBuffer payload = ByteBuffer.allocate(length);
    if (!readFully(payload)) {
      throw new EOFException("the connection ended inside a frame");
    }
    return payload.array();
  }

  private boolean readFully(ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        if (buffer.position() > 0) {
          throw new EOFException("the connection ended inside a frame");
        }
        return false;
      }
    }
    return true;
  }

  synchronized void write(byte type, byte[] bytes, int offset, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + length);
    frame.put(type).putInt(length).put(bytes, offset, length).flip();
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  void writeExit(int status) throws IOException {
    write(EXIT, ByteBuffer.allocate(Integer.BYTES).putInt(status).array(), 0, Integer.BYTES);
  }
}
