package io.stillpoint.api.item;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.stillpoint.api.bytes.Bytes;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("DDB-2")
class ItemSizeTest {
  /** What the service was measured to charge; see {@link ItemSize} for the source. */
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 2",
    "12, 2",
    "123, 3",
    "1234, 3",
    "12345678901234567890123456789012345678, 20",
    "0042, 2",
    "100, 2",
    "1010, 3",
    "0.0000001, 2",
    "1E125, 2",
    "1E-100, 2",
    "1.5, 3",
    "15, 2",
    "1.2, 3",
    "1.200, 3",
    "1.234, 4",
    "3.14159, 5",
    "123456, 4",
    "100.5, 4",
    "0.15, 2",
    "-42, 3",
    "-0, 1",
    "-1234567890123456789012345678901234567.8, 22",
    "1E-130, 2",
  })
  void numbersCostTheirDigitsOnBothSidesOfThePoint(String number, int size) {
    assertEquals(size, ItemSize.of(Numbers.parse(number)));
  }

  @Test
  void scalars() {
    assertEquals(0, ItemSize.of(AttributeValue.s("")));
    assertEquals(1 + 2 + 3 + 4, ItemSize.of(AttributeValue.s("aé\uFFFD\uD83D\uDE00")));
    assertEquals(3, ItemSize.of(AttributeValue.b(Bytes.wrap(new byte[3]))));
    assertEquals(1, ItemSize.of(AttributeValue.bool(false)));
    assertEquals(1, ItemSize.of(AttributeValue.Null.INSTANCE));
  }

  @Test
  void collections() {
    assertEquals(3, ItemSize.of(new AttributeValue.L(List.of())));
    assertEquals(3, ItemSize.of(new AttributeValue.M(Map.of())));
    assertEquals(
        3 + 1 + 2 + 1 + 1,
        ItemSize.of(
            new AttributeValue.L(List.of(AttributeValue.s("ab"), AttributeValue.bool(true)))));
    assertEquals(
        3 + 1 + 4 + 3, ItemSize.of(new AttributeValue.M(Map.of("name", AttributeValue.s("abc")))));
    assertEquals(3, ItemSize.of(new AttributeValue.SS(List.of("a", "bc"))));
    assertEquals(
        2 + 3,
        ItemSize.of(new AttributeValue.NS(List.of(Numbers.parse("1"), Numbers.parse("-1")))));
    assertEquals(
        5,
        ItemSize.of(
            new AttributeValue.BS(List.of(Bytes.wrap(new byte[2]), Bytes.wrap(new byte[3])))));
  }

  /** The example of the developer guide ("DynamoDB item sizes and formats"): 23 bytes. */
  @Test
  void itemsAreNamesAndValues() {
    assertEquals(
        23,
        ItemSize.of(
            Map.of("shirt-color", AttributeValue.s("R"), "shirt-size", AttributeValue.s("M"))));
  }
}
