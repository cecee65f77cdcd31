package io.stillpoint.api.item;

import java.math.BigDecimal;

/**
 * DynamoDB numbers: up to 38 significant digits, zero or of magnitude 1E-130 to 9.99…E125 (Amazon
 * DynamoDB Developer Guide, "Data types: Number"; DDB-8).
 */
public final class Numbers {
  /** The most significant digits that a number may have. */
  public static final int MAX_PRECISION = 38;

  /** The largest adjusted exponent, of 9.99…E125. */
  public static final int MAX_EXPONENT = 125;

  /** The smallest adjusted exponent, of 1E-130. */
  public static final int MIN_EXPONENT = -130;

  /** A text with more digits than this is looked through before any arithmetic. */
  private static final int MAX_DIGITS_READ = 512;

  private Numbers() {}

  /**
   * Reads a number's text.
   *
   * <p>Work is bounded by the text's length: an exponent of any size is refused by its own value
   * and never expanded.
   *
   * @throws NumberFormatException if the text is no number
   * @throws NumberRangeException if it has too many digits or is too large or too small
   */
  public static BigDecimal parse(String text) {
    int length = text.length();
    int i = 0;
    if (i < length && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
      i++;
    }
    int digits = 0;
    int mantissaEnd = i;
    boolean point = false;
    for (; mantissaEnd < length; mantissaEnd++) {
      char c = text.charAt(mantissaEnd);
      if (c >= '0' && c <= '9') {
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      throw new NumberFormatException("no digits");
    }
    int exponent = 0;
    if (mantissaEnd < length) {
      if (Character.toLowerCase(text.charAt(mantissaEnd)) != 'e') {
        throw new NumberFormatException("unexpected character");
      }
      exponent = exponent(text, mantissaEnd + 1);
    }
    String mantissa = text.substring(0, mantissaEnd);
    return digits <= MAX_DIGITS_READ
        ? check(new BigDecimal(mantissa), exponent)
        : checkLong(mantissa, exponent);
  }

  /** As {@link #check}, in time linear in the digits: no big number is built from them. */
  private static BigDecimal checkLong(String mantissa, int exponent) {
    int point = mantissa.indexOf('.');
    String digits = mantissa.replaceAll("[^0-9]", "");
    int whole = point < 0 ? digits.length() : point - (mantissa.length() - 1 - digits.length());
    int first = 0;
    while (first < digits.length() && digits.charAt(first) == '0') {
      first++;
    }
    if (first == digits.length()) {
      return BigDecimal.ZERO;
    }
    int last = digits.length() - 1;
    while (digits.charAt(last) == '0') {
      last--;
    }
    long power = (long) whole - first - 1 + exponent;
    checkRange(power, last - first + 1);
    BigDecimal value =
        new BigDecimal(digits.substring(first, last + 1))
            .scaleByPowerOfTen((int) power - (last - first));
    return mantissa.charAt(0) == '-' ? value.negate() : value;
  }

  private static void checkRange(long power, int precision) {
    if (power > MAX_EXPONENT) {
      throw new NumberRangeException(NumberRangeException.Reason.OVERFLOW);
    }
    if (power < MIN_EXPONENT) {
      throw new NumberRangeException(NumberRangeException.Reason.UNDERFLOW);
    }
    if (precision > MAX_PRECISION) {
      throw new NumberRangeException(NumberRangeException.Reason.PRECISION);
    }
  }

  /** An exponent's value, held to ±1,000,000 so that nothing large is ever computed with. */
  private static int exponent(String text, int start) {
    int i = start;
    boolean negative = false;
    if (i < text.length() && (text.charAt(i) == '-' || text.charAt(i) == '+')) {
      negative = text.charAt(i) == '-';
      i++;
    }
    if (i == text.length()) {
      throw new NumberFormatException("no exponent");
    }
    int value = 0;
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < '0' || c > '9') {
        throw new NumberFormatException("unexpected character");
      }
      value = Math.min(1_000_000, value * 10 + (c - '0'));
    }
    return negative ? -value : value;
  }

  private static BigDecimal check(BigDecimal mantissa, int exponent) {
    if (mantissa.signum() == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal stripped = mantissa.stripTrailingZeros();
    checkRange((long) stripped.precision() - stripped.scale() - 1 + exponent, stripped.precision());
    return stripped.scaleByPowerOfTen(exponent);
  }

  /**
   * The one form of a value that Stillpoint holds: no trailing zeros, zero as {@code 0}.
   *
   * @throws NumberRangeException as {@link #parse}
   */
  public static BigDecimal normalise(BigDecimal value) {
    return check(value, 0);
  }

  /**
   * The service's plain text of a number: digits without exponent, as GetItem returns them.
   *
   * @param value a value within DynamoDB's bounds
   */
  public static String format(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
