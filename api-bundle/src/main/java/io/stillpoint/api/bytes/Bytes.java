package io.stillpoint.api.bytes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable byte string, ordered as unsigned bytes, a prefix before what extends it.
 *
 * <p>{@link #wrap} and {@link #array} do not copy: storage and network code passes large values
 * through them. Whoever hands an array in, or takes one out, must not change it afterwards.
 */
public final class Bytes implements Comparable<Bytes> {
  /** The empty string. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] array;

  private Bytes(byte[] array) {
    this.array = array;
  }

  /** These bytes, not copied: the array belongs to the result from now on. */
  public static Bytes wrap(byte[] array) {
    return array.length == 0 ? EMPTY : new Bytes(array);
  }

  /** The UTF-8 bytes of a text without lone surrogates. */
  public static Bytes utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The backing array, not copied: read only. */
  public byte[] array() {
    return array;
  }

  public int length() {
    return array.length;
  }

  public boolean isEmpty() {
    return array.length == 0;
  }

  /** The byte at an index, as 0 to 255. */
  public int at(int index) {
    return array[index] & 0xFF;
  }

  /** A copy of the bytes from {@code from} inclusive to {@code to} exclusive. */
  public Bytes slice(int from, int to) {
    return wrap(Arrays.copyOfRange(array, from, to));
  }

  /** These bytes followed by others. */
  public Bytes concat(Bytes tail) {
    if (tail.isEmpty()) {
      return this;
    }
    byte[] joined = Arrays.copyOf(array, array.length + tail.array.length);
    System.arraycopy(tail.array, 0, joined, array.length, tail.array.length);
    return wrap(joined);
  }

  public boolean startsWith(Bytes prefix) {
    return array.length >= prefix.array.length
        && Arrays.equals(array, 0, prefix.array.length, prefix.array, 0, prefix.array.length);
  }

  /** The least byte string greater than this one: itself and a zero byte. */
  public Bytes next() {
    return wrap(Arrays.copyOf(array, array.length + 1));
  }

  /**
   * The least byte string greater than every string that starts with this one, or null if there is
   * none (this is empty or all 0xFF).
   */
  public Bytes prefixEnd() {
    int last = array.length;
    while (last > 0 && array[last - 1] == (byte) 0xFF) {
      last--;
    }
    if (last == 0) {
      return null;
    }
    byte[] end = Arrays.copyOf(array, last);
    end[last - 1]++;
    return wrap(end);
  }

  /** The text of UTF-8 bytes. */
  public String utf8() {
    return new String(array, StandardCharsets.UTF_8);
  }

  /** Lower-case hexadecimal digits. */
  public String hex() {
    return HexFormat.of().formatHex(array);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(array, other.array);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes b && Arrays.equals(array, b.array);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(array);
  }

  /** At most 32 bytes in hexadecimal, and the length. */
  @Override
  public String toString() {
    return array.length <= 32 ? hex() : slice(0, 32).hex() + "…(" + array.length + " bytes)";
  }
}
