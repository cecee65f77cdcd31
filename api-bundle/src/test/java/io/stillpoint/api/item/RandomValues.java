package io.stillpoint.api.item;

import io.stillpoint.api.bytes.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Random items that prefer the edges: U+0000, supplementary characters, 38 digits, deep nesting.
 */
final class RandomValues {
  private static final int[] CODE_POINTS = {
    0, 7, 8, 9, 10, 12, 13, 0x1F, ' ', '"', '/', '\\', 'a', 'Z', 0x7F, 0x80, 0xE9, 0x7FF, 0x800,
    0x2028, 0xD7FF, 0xE000, 0xFFFD, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF
  };

  final long seed;
  final Random random;

  RandomValues() {
    seed = Long.getLong("stillpoint.seed", System.nanoTime());
    random = new Random(seed);
    System.out.println("RandomValues: -Dstillpoint.seed=" + seed);
  }

  /** Says how to repeat a failed run. */
  String replay() {
    return "replay with -Dstillpoint.seed=" + seed;
  }

  Map<String, AttributeValue> item() {
    return members(random.nextInt(8), 0);
  }

  private Map<String, AttributeValue> members(int count, int depth) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      members.put(text(6), value(depth));
    }
    return members;
  }

  AttributeValue value(int depth) {
    return switch (random.nextInt(depth > 5 ? 8 : 10)) {
      case 0 -> new AttributeValue.S(text(12));
      case 1 -> new AttributeValue.N(number());
      case 2 -> new AttributeValue.B(bytes());
      case 3 -> new AttributeValue.Bool(random.nextBoolean());
      case 4 -> AttributeValue.Null.INSTANCE;
      case 5 -> new AttributeValue.SS(distinct(() -> text(5)));
      case 6 -> new AttributeValue.NS(distinct(() -> Numbers.normalise(number())));
      case 7 -> new AttributeValue.BS(distinct(this::bytes));
      case 8 -> new AttributeValue.M(members(random.nextInt(4), depth + 1));
      default -> {
        List<AttributeValue> elements = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          elements.add(value(depth + 1));
        }
        yield new AttributeValue.L(elements);
      }
    };
  }

  private <T> List<T> distinct(Supplier<T> element) {
    Set<T> elements = new LinkedHashSet<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      elements.add(element.get());
    }
    return List.copyOf(elements);
  }

  String text(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[random.nextInt(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  Bytes bytes() {
    byte[] bytes = new byte[random.nextInt(9)];
    random.nextBytes(bytes);
    return Bytes.wrap(bytes);
  }

  BigDecimal number() {
    int digits = random.nextInt(4) == 0 ? 38 : 1 + random.nextInt(6);
    BigInteger unscaled = BigInteger.TEN.pow(digits).subtract(BigInteger.ONE);
    if (random.nextBoolean()) {
      unscaled = new BigInteger(unscaled.bitLength() - 1, random);
    }
    int leading = Numbers.MIN_EXPONENT + 39 + random.nextInt(Numbers.MAX_EXPONENT + 91);
    BigDecimal number =
        random.nextBoolean()
            ? new BigDecimal(unscaled)
            : new BigDecimal(unscaled).scaleByPowerOfTen(leading - digits + 1);
    return random.nextBoolean() ? number.negate() : number;
  }

  /** An equal value in another spelling: members and set elements shuffled, numbers rescaled. */
  Map<String, AttributeValue> respelled(Map<String, AttributeValue> members) {
    List<String> names = new ArrayList<>(members.keySet());
    Collections.shuffle(names, random);
    Map<String, AttributeValue> other = new LinkedHashMap<>();
    for (String name : names) {
      other.put(name, respelled(members.get(name)));
    }
    return other;
  }

  private AttributeValue respelled(AttributeValue value) {
    if (value instanceof AttributeValue.N n) {
      return AttributeValue.n(n.value().toString());
    }
    if (value instanceof AttributeValue.M m) {
      return new AttributeValue.M(respelled(m.values()));
    }
    if (value instanceof AttributeValue.L l) {
      return new AttributeValue.L(l.values().stream().map(this::respelled).toList());
    }
    if (value instanceof AttributeValue.SS s) {
      return new AttributeValue.SS(shuffled(s.values()));
    }
    if (value instanceof AttributeValue.NS s) {
      return new AttributeValue.NS(shuffled(s.values()));
    }
    if (value instanceof AttributeValue.BS s) {
      return new AttributeValue.BS(shuffled(s.values()));
    }
    return value;
  }

  private <T> List<T> shuffled(List<T> elements) {
    List<T> other = new ArrayList<>(elements);
    Collections.shuffle(other, random);
    return other;
  }
}
