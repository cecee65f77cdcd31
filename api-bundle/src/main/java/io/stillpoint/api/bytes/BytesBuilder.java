package io.stillpoint.api.bytes;

import java.util.Arrays;

/**
 * A growing byte buffer. Not thread-safe; holds no resource. Unlike {@code ByteArrayOutputStream}
 * it takes no lock.
 */
public final class BytesBuilder {
  private byte[] array;
  private int length;

  public BytesBuilder() {
    this(256);
  }

  /**
   * @param capacity bytes to reserve, at least 0
   */
  public BytesBuilder(int capacity) {
    array = new byte[Math.max(16, capacity)];
  }

  public BytesBuilder append(int b) {
    ensure(1);
    array[length++] = (byte) b;
    return this;
  }

  public BytesBuilder append(byte[] bytes) {
    return append(bytes, 0, bytes.length);
  }

  public BytesBuilder append(byte[] bytes, int from, int count) {
    ensure(count);
    System.arraycopy(bytes, from, array, length, count);
    length += count;
    return this;
  }

  public BytesBuilder append(Bytes bytes) {
    return append(bytes.array());
  }

  /**
   * Appends a text of which every character is below U+0080.
   *
   * @throws IllegalArgumentException if one is not; the buffer's content is then undefined
   */
  public BytesBuilder appendAscii(String text) {
    int count = text.length();
    ensure(count);
    byte[] to = array;
    int at = length;
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        throw new IllegalArgumentException("not ASCII: character " + i);
      }
      to[at++] = (byte) c;
    }
    length = at;
    return this;
  }

  /** Bytes so far. */
  public int length() {
    return length;
  }

  /** Forgets what follows the first {@code newLength} bytes. */
  public void truncate(int newLength) {
    if (newLength < 0 || newLength > length) {
      throw new IndexOutOfBoundsException(newLength);
    }
    length = newLength;
  }

  /** The bytes so far. The builder may be used further; the result does not change with it. */
  public Bytes toBytes() {
    return Bytes.wrap(Arrays.copyOf(array, length));
  }

  private void ensure(int more) {
    int needed = Math.addExact(length, more);
    if (needed > array.length) {
      int doubled = array.length > Integer.MAX_VALUE / 2 ? Integer.MAX_VALUE - 8 : array.length * 2;
      array = Arrays.copyOf(array, Math.max(needed, doubled));
    }
  }
}
