package io.stillpoint.http.server;

import io.netty.buffer.ByteBuf;
import io.stillpoint.api.bytes.Bytes;
import java.util.Arrays;

/**
 * A request's body while it arrives. Memory is taken from the budget as bytes arrive, not as a
 * header promises them: a client that announces 16 MB and sends nothing holds next to nothing.
 */
final class Body {
  /** A promise up to this size is believed, which saves copies. */
  private static final int TRUSTED = 64 * 1024;

  private static final byte[] NONE = {};

  private byte[] array = NONE;
  private int length;

  /** Bytes that arrived. */
  int length() {
    return length;
  }

  /** Bytes taken from the budget. */
  int held() {
    return array.length;
  }

  /**
   * Appends, unless the budget does not allow it; then nothing changes.
   *
   * @param last whether these are the last bytes
   * @param announced the length that the header promised, or -1
   */
  boolean append(ByteBuf content, boolean last, long announced, Budget budget, long bound) {
    int more = content.readableBytes();
    if (more == 0) {
      return true;
    }
    int needed = length + more;
    if (needed > array.length) {
      int capacity = last ? needed : Math.max(2 * needed, 1024);
      if (announced >= needed) {
        capacity = (int) (announced <= TRUSTED ? announced : Math.min(capacity, announced));
      }
      if (!budget.takeBytes(capacity - array.length, bound)) {
        return false;
      }
      array = length == 0 ? new byte[capacity] : Arrays.copyOf(array, capacity);
    }
    content.readBytes(array, length, more);
    length = needed;
    return true;
  }

  /** What arrived; the array is handed over. */
  Bytes bytes() {
    return Bytes.wrap(length == array.length ? array : Arrays.copyOf(array, length));
  }
}
