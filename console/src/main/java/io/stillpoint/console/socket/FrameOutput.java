package io.stillpoint.console.socket;

import java.io.IOException;
import java.io.OutputStream;

/** One of a command's output streams: what is written becomes frames of one type. */
final class FrameOutput extends OutputStream {
  private final Frames frames;
  private final byte type;

  FrameOutput(Frames frames, byte type) {
    this.frames = frames;
    this.type = type;
  }

  @Override
  public void write(int b) throws IOException {
    frames.write(type, new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > 0) {
      frames.write(type, bytes, offset, length);
    }
  }
}
