package io.stillpoint.engine.validation;

import io.stillpoint.engine.json.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Reads whole numbers out of JSON numbers of any length. */
public final class WholeNumber {
  /** No number that fits a long has more characters than this unless most of them are zeros. */
  private static final int LONGEST = 64;

  private WholeNumber() {}

  /**
   * The number, rounded down as the service does; null if it does not fit a long. An exponent is
   * never expanded.
   */
  public static Long of(Json.Num number) {
    if (number.text().length() > LONGEST) {
      return null;
    }
    BigDecimal value;
    try {
      value = new BigDecimal(number.text());
    } catch (NumberFormatException e) {
      return null;
    }
    long magnitude = (long) value.precision() - value.scale();
    if (value.signum() == 0 || magnitude < -LONGEST) {
      return value.signum() < 0 ? -1L : 0L;
    }
    if (magnitude > 19) {
      return null;
    }
    try {
      return value.setScale(0, RoundingMode.FLOOR).longValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }
}
