package io.stillpoint.engine.expression;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * How DynamoDB compares attribute values (Developer Guide, "Comparison operator and function
 * reference"). A value may be null throughout: an attribute that the item does not have.
 */
public final class Values {
  private Values() {}

  /** Whether {@code a = b}: of one type and equal. What is missing equals nothing. */
  public static boolean equal(AttributeValue a, AttributeValue b) {
    return a != null && a.equals(b);
  }

  /**
   * The order of two values: strings by their UTF-8 bytes, numbers by value, binary by unsigned
   * bytes. Empty if one is missing, their types differ or have no order.
   */
  public static OptionalInt compare(AttributeValue a, AttributeValue b) {
    if (a instanceof AttributeValue.S x && b instanceof AttributeValue.S y) {
      return OptionalInt.of(compareUtf8(x.value(), y.value()));
    }
    if (a instanceof AttributeValue.N x && b instanceof AttributeValue.N y) {
      return OptionalInt.of(x.value().compareTo(y.value()));
    }
    if (a instanceof AttributeValue.B x && b instanceof AttributeValue.B y) {
      return OptionalInt.of(x.value().compareTo(y.value()));
    }
    return OptionalInt.empty();
  }

  /** Whether values of this type have an order. */
  static boolean isOrdered(AttributeValue.Type type) {
    return switch (type) {
      case S, N, B -> true;
      case BOOL, NULL, SS, NS, BS, M, L -> false;
    };
  }

  /** The order of two strings' UTF-8 bytes, without encoding them. */
  public static int compareUtf8(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // UTF-16 puts surrogates, which stand for U+10000 and above, before U+E000 to U+FFFF.
        boolean xSurrogate = Character.isSurrogate(x);
        boolean ySurrogate = Character.isSurrogate(y);
        if (xSurrogate == ySurrogate) {
          return Character.compare(x, y);
        }
        return xSurrogate ? 1 : -1;
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** {@code begins_with(a, b)}, for two strings or two binaries. */
  public static boolean beginsWith(AttributeValue a, AttributeValue b) {
    if (a instanceof AttributeValue.S x && b instanceof AttributeValue.S y) {
      return x.value().startsWith(y.value());
    }
    return a instanceof AttributeValue.B x
        && b instanceof AttributeValue.B y
        && x.value().startsWith(y.value());
  }

  /** {@code contains(a, b)}: a substring, part of a binary, a member of a set or of a list. */
  public static boolean contains(AttributeValue a, AttributeValue b) {
    if (a instanceof AttributeValue.L list) {
      return b != null && list.values().contains(b);
    }
    if (a instanceof AttributeValue.S whole) {
      return b instanceof AttributeValue.S part && whole.value().contains(part.value());
    }
    if (a instanceof AttributeValue.B whole) {
      return b instanceof AttributeValue.B part && holds(whole.value(), part.value());
    }
    if (a instanceof AttributeValue.SS set) {
      return b instanceof AttributeValue.S member && set.values().contains(member.value());
    }
    if (a instanceof AttributeValue.NS set) {
      return b instanceof AttributeValue.N member && set.values().contains(member.value());
    }
    return a instanceof AttributeValue.BS set
        && b instanceof AttributeValue.B member
        && set.values().contains(member.value());
  }

  private static boolean holds(Bytes whole, Bytes part) {
    byte[] bytes = whole.array();
    byte[] sought = part.array();
    for (int at = 0; at + sought.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + sought.length, sought, 0, sought.length)) {
        return true;
      }
    }
    return false;
  }

  /**
   * {@code size(a)}: how many bytes of a binary, elements of a set or list, attributes of a map;
   * null for other types.
   *
   * <p>Of a string the number of UTF-16 code units. The Developer Guide says only "the length of
   * the string"; the service was seen to find 3 in {@code "é𝄞"} (ExtendDB, issue 60).
   */
  public static AttributeValue size(AttributeValue a) {
    if (a instanceof AttributeValue.S s) {
      return AttributeValue.n(s.value().length());
    }
    if (a instanceof AttributeValue.B b) {
      return AttributeValue.n(b.value().length());
    }
    if (a instanceof AttributeValue.SS set) {
      return AttributeValue.n(set.values().size());
    }
    if (a instanceof AttributeValue.NS set) {
      return AttributeValue.n(set.values().size());
    }
    if (a instanceof AttributeValue.BS set) {
      return AttributeValue.n(set.values().size());
    }
    if (a instanceof AttributeValue.L list) {
      return AttributeValue.n(list.values().size());
    }
    return a instanceof AttributeValue.M map ? AttributeValue.n(map.values().size()) : null;
  }
}
