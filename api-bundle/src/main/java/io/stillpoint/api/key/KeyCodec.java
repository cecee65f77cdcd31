package io.stillpoint.api.key;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Encodes key attributes as bytes whose unsigned order is DynamoDB's: strings by UTF-8 bytes,
 * numbers by value at 38 digits, binary as unsigned bytes (DDB-8, SNAP-5). docs/format.md has the
 * layout and golden vectors; it never changes without a new format number.
 *
 * <p>A component that something follows is escaped and terminated, so that it can be cut off again
 * and so that no value's encoding is the beginning of another's.
 */
public final class KeyCodec {
  /** The bytes of {@link #digest}: a truncated SHA-256. */
  public static final int DIGEST_LENGTH = 16;

  private static final int NEGATIVE = 1;
  private static final int ZERO = 2;
  private static final int POSITIVE = 3;

  private KeyCodec() {}

  /**
   * A key attribute's bytes.
   *
   * @throws IllegalArgumentException if the value is no string, number or binary
   */
  public static Bytes encode(AttributeValue value) {
    if (value instanceof AttributeValue.S s) {
      return Bytes.utf8(s.value());
    }
    if (value instanceof AttributeValue.N n) {
      return encodeNumber(n.value());
    }
    if (value instanceof AttributeValue.B b) {
      return b.value();
    }
    throw new IllegalArgumentException("not a key type: " + value.type());
  }

  /**
   * The key attribute that {@link #encode} made bytes of.
   *
   * @throws IllegalArgumentException if the type is none of a key, or the bytes are no encoding
   */
  public static AttributeValue decode(AttributeValue.Type type, Bytes bytes) {
    return switch (type) {
      case S -> new AttributeValue.S(bytes.utf8());
      case N -> new AttributeValue.N(decodeNumber(bytes));
      case B -> new AttributeValue.B(bytes);
      default -> throw new IllegalArgumentException("not a key type: " + type);
    };
  }

  /**
   * A component with something after it: each 0x00 as 0x00 0xFF, then 0x00 0x00. The order is kept,
   * and {@code terminated(a)} is never the beginning of {@code terminated(b)} for another {@code
   * b}.
   */
  public static Bytes terminated(Bytes component) {
    byte[] escaped = escape(component, 2);
    return Bytes.wrap(escaped);
  }

  /** A component's escaped bytes without the end mark: what every value that begins with it has. */
  public static Bytes escaped(Bytes component) {
    return Bytes.wrap(escape(component, 0));
  }

  private static byte[] escape(Bytes component, int tail) {
    byte[] bytes = component.array();
    int zeros = 0;
    for (byte b : bytes) {
      if (b == 0) {
        zeros++;
      }
    }
    byte[] out = Arrays.copyOf(bytes, bytes.length + zeros + tail);
    if (zeros > 0) {
      int at = 0;
      for (byte b : bytes) {
        out[at++] = b;
        if (b == 0) {
          out[at++] = (byte) 0xFF;
        }
      }
      Arrays.fill(out, at, out.length, (byte) 0);
    }
    return out;
  }

  /**
   * The first 16 bytes of SHA-256 over {@link EntryKey#joined}: stands for a base key in indexes.
   */
  public static Bytes digest(EntryKey key) {
    return Bytes.wrap(sha256(key.joined())).slice(0, DIGEST_LENGTH);
  }

  /**
   * The first four bytes of SHA-256 over an encoded hash key, as an unsigned number: what a
   * parallel scan's segment is a range of. Stored with each entry, so it never depends on a
   * backend.
   */
  public static int segmentHash(Bytes partition) {
    return ByteBuffer.wrap(sha256(partition)).getInt();
  }

  private static byte[] sha256(Bytes bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes.array());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * A sign byte, the decimal exponent as one byte (there are exactly 256 of them), then two digits
   * a byte. A negative number's bytes are complemented and closed by 0xFF, so that the longer of
   * two that share their beginning is the smaller.
   */
  private static Bytes encodeNumber(BigDecimal number) {
    if (number.signum() == 0) {
      return Bytes.wrap(new byte[] {ZERO});
    }
    BigDecimal stripped = Numbers.normalise(number);
    boolean negative = stripped.signum() < 0;
    String digits = stripped.unscaledValue().abs().toString();
    int exponent = stripped.precision() - stripped.scale() - 1;
    int pairs = (digits.length() + 1) / 2;
    byte[] out = new byte[2 + pairs + (negative ? 1 : 0)];
    out[0] = (byte) (negative ? NEGATIVE : POSITIVE);
    out[1] = (byte) (exponent - Numbers.MIN_EXPONENT);
    for (int i = 0; i < pairs; i++) {
      int tens = digits.charAt(2 * i) - '0';
      int ones = 2 * i + 1 < digits.length() ? digits.charAt(2 * i + 1) - '0' : 0;
      out[2 + i] = (byte) (tens * 10 + ones + 1);
    }
    if (negative) {
      for (int i = 1; i < out.length; i++) {
        out[i] = (byte) ~out[i];
      }
    }
    return Bytes.wrap(out);
  }

  private static BigDecimal decodeNumber(Bytes bytes) {
    if (bytes.length() == 1 && bytes.at(0) == ZERO) {
      return BigDecimal.ZERO;
    }
    boolean negative = bytes.length() > 0 && bytes.at(0) == NEGATIVE;
    int end = bytes.length() - (negative ? 1 : 0);
    if (end < 3
        || bytes.at(0) != (negative ? NEGATIVE : POSITIVE)
        || (negative && bytes.at(end) != 0xFF)) {
      throw new IllegalArgumentException("not an encoded number: " + bytes);
    }
    int flip = negative ? 0xFF : 0;
    int exponent = (bytes.at(1) ^ flip) + Numbers.MIN_EXPONENT;
    StringBuilder digits = new StringBuilder(2 * end);
    for (int i = 2; i < end; i++) {
      int pair = (bytes.at(i) ^ flip) - 1;
      if (pair < 0 || pair > 99) {
        throw new IllegalArgumentException("not an encoded number: " + bytes);
      }
      digits.append((char) ('0' + pair / 10)).append((char) ('0' + pair % 10));
    }
    BigDecimal value =
        new BigDecimal(new BigInteger(digits.toString()), digits.length() - 1 - exponent);
    return Numbers.normalise(negative ? value.negate() : value);
  }
}
