package io.stillpoint.api.key;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.Numbers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;

/** Random key attributes that crowd the edges, so that pairs often differ in one place only. */
final class RandomKeys {
  private static final int[] CODE_POINTS = {
    0, 1, 'a', 'b', 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF
  };
  private static final int[] OCTETS = {0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF};

  private final long seed = Long.getLong("stillpoint.seed", System.nanoTime());
  private final Random random = new Random(seed);

  RandomKeys() {
    System.out.println("RandomKeys: -Dstillpoint.seed=" + seed);
  }

  String replay() {
    return "replay with -Dstillpoint.seed=" + seed;
  }

  AttributeValue value(AttributeValue.Type type) {
    return switch (type) {
      case S -> new AttributeValue.S(text());
      case N -> new AttributeValue.N(number());
      default -> new AttributeValue.B(bytes());
    };
  }

  AttributeValue.Type type() {
    return new AttributeValue.Type[] {
          AttributeValue.Type.S, AttributeValue.Type.N, AttributeValue.Type.B
        }
        [random.nextInt(3)];
  }

  Bytes bytes() {
    byte[] bytes = new byte[random.nextInt(4)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) OCTETS[random.nextInt(OCTETS.length)];
    }
    return Bytes.wrap(bytes);
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  /** Few digits, 38 digits that differ in the last, and every exponent. */
  private BigDecimal number() {
    BigInteger digits =
        switch (random.nextInt(3)) {
          case 0 -> BigInteger.valueOf(random.nextInt(200));
          case 1 -> BigInteger.TEN.pow(37).add(BigInteger.valueOf(random.nextInt(3)));
          default -> BigInteger.TEN.pow(38).subtract(BigInteger.valueOf(1 + random.nextInt(3)));
        };
    if (digits.signum() == 0) {
      return BigDecimal.ZERO;
    }
    int precision = digits.toString().length();
    int exponent =
        random.nextBoolean()
            ? random.nextInt(3)
            : Numbers.MIN_EXPONENT
                + random.nextInt(Numbers.MAX_EXPONENT - Numbers.MIN_EXPONENT + 1);
    BigDecimal number = new BigDecimal(digits).scaleByPowerOfTen(exponent - precision + 1);
    return random.nextBoolean() ? number.negate() : number;
  }
}
