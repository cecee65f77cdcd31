package io.stillpoint.tck.history;

import java.math.BigDecimal;
import java.util.Set;

/**
 * Attribute values as texts: the DynamoDB type, a colon, and the value in one spelling, so that two
 * texts are equal exactly when DynamoDB would call the values equal. Examples: {@code S:blue},
 * {@code N:17}, {@code B:AAE=}.
 */
public final class Values {
  private static final Set<String> TYPES =
      Set.of("S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M");

  private Values() {}

  /** A string value. */
  public static String s(String value) {
    return "S:" + value;
  }

  /** A number value. */
  public static String n(long value) {
    return "N:" + value;
  }

  /**
   * A number value from any spelling of it that {@link BigDecimal} reads; 1e3 and 1000.0 become
   * 1000.
   */
  public static String number(String spelling) {
    BigDecimal value = new BigDecimal(spelling);
    return "N:" + (value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
  }

  /** The sum of two number values. */
  static String sum(String left, String right) {
    if (!isNumber(left) || !isNumber(right)) {
      throw new IllegalArgumentException("ADD needs two numbers, not " + left + " and " + right);
    }
    return number(decimal(left).add(decimal(right)).toString());
  }

  /** Whether the value is a number. */
  public static boolean isNumber(String value) {
    return value.startsWith("N:");
  }

  /**
   * The DynamoDB type of a value, such as {@code S}.
   *
   * @throws IllegalArgumentException if the text begins with no type of DynamoDB's and a colon
   */
  public static String type(String value) {
    int colon = value.indexOf(':');
    if (colon < 0 || !TYPES.contains(value.substring(0, colon))) {
      throw new IllegalArgumentException(
          "Not a typed value: '" + value + "'; write S:" + value + " for a string");
    }
    return value.substring(0, colon);
  }

  /** The value of a number. */
  public static BigDecimal decimal(String number) {
    return new BigDecimal(number.substring(2));
  }
}
