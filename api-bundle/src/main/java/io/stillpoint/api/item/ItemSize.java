package io.stillpoint.api.item;

import io.stillpoint.api.bytes.Bytes;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Sizes in bytes by DynamoDB's rules, which limits, pages and consumed capacity count by (Amazon
 * DynamoDB Developer Guide, "DynamoDB item sizes and formats").
 *
 * <p>An item is the sum of its attributes: the name's UTF-8 length and the value. Strings count
 * their UTF-8 length, binary its raw length, null and truth values 1, lists and maps 3 and 1 more
 * for each element beside its content, sets their elements. Numbers are documented as
 * "approximately" one byte for two significant digits and one more; measured to the byte at the
 * service's 400 KB limit (the capture record of the public dynamodb-conformance suite, eu-west-2,
 * 2026-08-18) the digits before and after the point are halved and rounded up apart, so that 1.5
 * costs a byte more than 15, and a negative sign costs one.
 *
 * <p>Sums are {@code long}: no content overflows them.
 */
public final class ItemSize {
  /** The most bytes that an item may have: 400 KB. */
  public static final int MAX_ITEM_SIZE = 400 * 1024;

  private static final int CONTAINER_OVERHEAD = 3;
  private static final int ELEMENT_OVERHEAD = 1;

  private ItemSize() {}

  /** An item's size: all names and values. */
  public static long of(Map<String, AttributeValue> item) {
    long size = 0;
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      size += Strings.utf8Length(attribute.getKey()) + of(attribute.getValue());
    }
    return size;
  }

  /** A value's size, without its name. */
  public static long of(AttributeValue value) {
    if (value instanceof AttributeValue.S s) {
      return Strings.utf8Length(s.value());
    }
    if (value instanceof AttributeValue.N n) {
      return of(n.value());
    }
    if (value instanceof AttributeValue.B b) {
      return b.value().length();
    }
    if (value instanceof AttributeValue.M m) {
      return CONTAINER_OVERHEAD + (long) ELEMENT_OVERHEAD * m.values().size() + of(m.values());
    }
    long size = 0;
    if (value instanceof AttributeValue.L l) {
      size = CONTAINER_OVERHEAD;
      for (AttributeValue element : l.values()) {
        size += ELEMENT_OVERHEAD + of(element);
      }
    } else if (value instanceof AttributeValue.SS ss) {
      for (String element : ss.values()) {
        size += Strings.utf8Length(element);
      }
    } else if (value instanceof AttributeValue.NS ns) {
      for (BigDecimal element : ns.values()) {
        size += of(element);
      }
    } else if (value instanceof AttributeValue.BS bs) {
      for (Bytes element : bs.values()) {
        size += element.length();
      }
    } else {
      size = 1;
    }
    return size;
  }

  /**
   * A number's size: 1 for zero, else 1, half the significant digits before the point, half of
   * those after it, each half rounded up, and 1 if negative.
   */
  public static int of(BigDecimal number) {
    if (number.signum() == 0) {
      return 1;
    }
    BigDecimal stripped = number.stripTrailingZeros();
    int digits = stripped.precision();
    int fraction = Math.min(Math.max(stripped.scale(), 0), digits);
    int whole = digits - fraction;
    return 1 + (whole + 1) / 2 + (fraction + 1) / 2 + (number.signum() < 0 ? 1 : 0);
  }
}
