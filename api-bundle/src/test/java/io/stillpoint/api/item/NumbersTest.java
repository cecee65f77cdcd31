package io.stillpoint.api.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("DDB-8")
class NumbersTest {
  @ParameterizedTest
  @CsvSource({
    "1000, 1000",
    "1e3, 1000",
    "1E+3, 1000",
    "1000.0, 1000",
    "+1000, 1000",
    "0001000, 1000",
    ".5, 0.5",
    "5., 5",
    "-0, 0",
    "0E500, 0",
    "0e-999999999999, 0",
    "-0.000, 0",
    "1.10, 1.1",
    "12345678901234567890123456789012345678, 12345678901234567890123456789012345678",
    "123456789012345678901234567890123456780000e-4, 12345678901234567890123456789012345678",
  })
  void oneNumberHowEverItIsSpelled(String text, String plain) {
    assertEquals(plain, Numbers.format(Numbers.parse(text)));
    assertEquals(Numbers.parse(plain), Numbers.parse(text));
  }

  @Test
  void theBoundsAreIncluded() {
    assertEquals("1" + "0".repeat(125), Numbers.format(Numbers.parse("1E125")));
    assertEquals(
        "9".repeat(38) + "0".repeat(88),
        Numbers.format(Numbers.parse("9." + "9".repeat(37) + "E125")));
    assertEquals("0." + "0".repeat(129) + "1", Numbers.format(Numbers.parse("1E-130")));
    assertEquals("-0." + "0".repeat(129) + "1", Numbers.format(Numbers.parse("-1E-130")));
  }

  @ParameterizedTest
  @CsvSource({
    "1E126, OVERFLOW",
    "-1E126, OVERFLOW",
    "10E125, OVERFLOW",
    "1E999999999999999999, OVERFLOW",
    "9E-131, UNDERFLOW",
    "-1E-131, UNDERFLOW",
    "0.1E-130, UNDERFLOW",
    "1E-999999999999999999, UNDERFLOW",
    "123456789012345678901234567890123456789, PRECISION",
    "1.00000000000000000000000000000000000001, PRECISION",
  })
  void whatLiesOutsideIsRefused(String text, NumberRangeException.Reason reason) {
    assertEquals(
        reason, assertThrows(NumberRangeException.class, () -> Numbers.parse(text)).reason());
  }

  @Test
  void longTextsAreReadByTheirSignificantDigits() {
    String zeros = "0".repeat(1000);
    assertEquals("-12.5", Numbers.format(Numbers.parse("-" + zeros + "12.5" + zeros)));
    assertEquals("1", Numbers.format(Numbers.parse("1" + zeros + "E-1000")));
    assertEquals("0.25", Numbers.format(Numbers.parse("+." + zeros + "25E1000")));
    assertEquals("0", Numbers.format(Numbers.parse("-" + zeros + "." + zeros)));
    reason(NumberRangeException.Reason.OVERFLOW, "9".repeat(1000));
    reason(NumberRangeException.Reason.UNDERFLOW, "0." + zeros + "1");
    reason(NumberRangeException.Reason.PRECISION, "0." + "1".repeat(1000));
  }

  private static void reason(NumberRangeException.Reason reason, String text) {
    assertEquals(
        reason, assertThrows(NumberRangeException.class, () -> Numbers.parse(text)).reason());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1 ",
        " 1",
        "a",
        "-",
        "+",
        ".",
        "1e",
        "1e+",
        "1e1.5",
        "1.2.3",
        "--1",
        "1_0",
        "0x10",
        "NaN",
        "Infinity",
        "1E1E1",
        "1f",
        "\u0661"
      })
  void whatIsNoNumberIsRefused(String text) {
    assertThrows(NumberFormatException.class, () -> Numbers.parse(text));
  }

  @Test
  void workIsBoundedByTheText() {
    assertTimeoutPreemptively(
        Duration.ofSeconds(5),
        () -> {
          for (int i = 0; i < 10_000; i++) {
            assertThrows(NumberRangeException.class, () -> Numbers.parse("1E2147483647"));
            assertThrows(NumberRangeException.class, () -> Numbers.parse("1E-2147483648"));
          }
          assertThrows(NumberRangeException.class, () -> Numbers.parse("9".repeat(1_000_000)));
          assertThrows(
              NumberRangeException.class, () -> Numbers.parse("1E" + "9".repeat(1_000_000)));
        });
  }
}
