package io.stillpoint.engine.expression;

import static io.stillpoint.engine.expression.Fixtures.NULL;
import static io.stillpoint.engine.expression.Fixtures.assertRefused;
import static io.stillpoint.engine.expression.Fixtures.b;
import static io.stillpoint.engine.expression.Fixtures.bool;
import static io.stillpoint.engine.expression.Fixtures.bs;
import static io.stillpoint.engine.expression.Fixtures.item;
import static io.stillpoint.engine.expression.Fixtures.list;
import static io.stillpoint.engine.expression.Fixtures.map;
import static io.stillpoint.engine.expression.Fixtures.n;
import static io.stillpoint.engine.expression.Fixtures.names;
import static io.stillpoint.engine.expression.Fixtures.ns;
import static io.stillpoint.engine.expression.Fixtures.s;
import static io.stillpoint.engine.expression.Fixtures.ss;
import static io.stillpoint.engine.expression.Fixtures.test;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.stillpoint.api.item.AttributeValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What conditions mean. */
@Tag("DDB-2")
@Tag("DDB-3")
class ConditionTest {
  private static final Map<String, AttributeValue> ITEM =
      item(
          "n", n(10),
          "s", s("banana"),
          "b", b(1, 2, 0xFF),
          "flag", bool(true),
          "nothing", NULL,
          "tags", ss("red", "green"),
          "nums", ns("1", "5"),
          "bins", bs("x", "y"),
          "things", list(s("a"), n(3), ss("p", "q"), list(n(1))),
          "info", map("nested", map("deep", s("x")), "arr", list(map("v", n(1)), map("v", n(2)))),
          "blank", s(""));

  static Stream<Arguments> comparisons() {
    return Stream.of(
        arguments("n = :v", n("10.0"), true),
        arguments("n = :v", n("1e1"), true),
        arguments("n <> :v", n(10), false),
        arguments("n > :v", n(9), true),
        arguments("n < :v", n(100), true),
        arguments("n < :v", n("9"), false),
        arguments("n >= :v", n(10), true),
        arguments("n <= :v", n(10), true),
        arguments(":v < n", n(9), true),
        arguments("s > :v", s("apple"), true),
        arguments("s < :v", s("banana_"), true),
        arguments("b < :v", b(1, 3), true),
        arguments("b > :v", b(1, 2, 0x7F), true),
        // Across types nothing is ordered or equal.
        arguments("s > :v", n(1), false),
        arguments("s = :v", n(1), false),
        arguments("s <> :v", n(1), true),
        arguments("NOT s > :v", n(1), true),
        // What is missing equals nothing and has no order.
        arguments("absent = :v", n(1), false),
        arguments("absent <> :v", n(1), true),
        arguments("absent < :v", n(1), false),
        arguments("NOT absent < :v", n(1), true),
        // A list in the item is not ordered; one in the request would be refused.
        arguments("things < :v", n(1), false),
        arguments("tags = :v", ss("green", "red"), true),
        arguments("nums = :v", ns("5.0", "1"), true),
        arguments("tags = :v", ss("green"), false),
        arguments("info.nested = :v", map("deep", s("x")), true),
        arguments("flag = :v", bool(true), true),
        arguments("nothing = :v", NULL, true),
        arguments("info.arr[1].v = :v", n(2), true),
        arguments("info.arr[2].v = :v", n(2), false),
        arguments("info.arr.v = :v", n(2), false),
        arguments("n[0] = :v", n(10), false),
        arguments("(n) = :v", n(10), true),
        arguments("((n) = (:v))", n(10), true),
        arguments("(info.arr)[1].v = :v", n(2), true),
        arguments("n IN (:v, s)", n(10), true),
        arguments("n IN (s, :v)", n("1e1"), true),
        arguments("n in (s, :v)", n(11), false),
        arguments("absent IN (:v)", n(1), false),
        arguments("size(s) = :v", n(6), true),
        arguments("size(b) = :v", n(3), true),
        arguments("size(tags) = :v", n(2), true),
        arguments("size(nums) = :v", n(2), true),
        arguments("size(bins) = :v", n(2), true),
        arguments("size(things) = :v", n(4), true),
        arguments("size(info) = :v", n(2), true),
        arguments("size(n) = :v", n(2), false),
        arguments("size(flag) <> :v", n(1), true),
        arguments("size(absent) < :v", n(1), false),
        arguments("size(blank) = :v", n(0), true),
        arguments("contains(s, :v)", s("nan"), true),
        arguments("contains(s, :v)", s(""), true),
        arguments("contains(s, :v)", s("x"), false),
        arguments("contains(b, :v)", b(2, 0xFF), true),
        arguments("contains(b, :v)", b(2, 1), false),
        arguments("contains(tags, :v)", s("red"), true),
        arguments("contains(tags, :v)", s("re"), false),
        arguments("contains(nums, :v)", n("5.00"), true),
        arguments("contains(bins, :v)", b('y'), true),
        arguments("contains(things, :v)", n(3), true),
        arguments("contains(things, :v)", ss("q", "p"), true),
        arguments("contains(things, :v)", list(n(1)), true),
        arguments("contains(n, :v)", n(1), false),
        arguments("contains(absent, :v)", n(1), false),
        arguments("begins_with(s, :v)", s("ban"), true),
        arguments("begins_with(s, :v)", s("nan"), false),
        arguments("begins_with(b, :v)", b(1, 2), true),
        arguments("begins_with(n, :v)", s("1"), false),
        arguments("begins_with(:v, s)", s("bananas"), true),
        arguments("attribute_type(n, :v)", s("N"), true),
        arguments("attribute_type(n, :v)", s("S"), false),
        arguments("attribute_type(nothing, :v)", s("NULL"), true),
        arguments("attribute_type(absent, :v)", s("NULL"), false));
  }

  @ParameterizedTest(name = "{0} with {1} is {2}")
  @MethodSource("comparisons")
  void evaluates(String expression, AttributeValue value, boolean expected) {
    assertEquals(expected, test(ITEM, expression, ":v", value));
  }

  @ParameterizedTest
  @CsvSource({
    "attribute_exists(n), true",
    "attribute_exists(nothing), true",
    "attribute_exists(info.nested.deep), true",
    "attribute_exists(info.nested.shallow), false",
    "attribute_not_exists(things[9]), true",
    "attribute_not_exists(things[0]), false",
    "absent = lacking, false",
    "absent <> lacking, true",
    "things[1] BETWEEN info.arr[0].v AND n, true",
    "n BETWEEN info.arr[0].v AND things[1], false"
  })
  void evaluatesWithoutValues(String expression, boolean expected) {
    assertEquals(expected, test(ITEM, expression));
  }

  @Test
  void betweenIncludesItsBounds() {
    Object[] bounds = {":lo", n(10), ":hi", n(20)};
    assertTrue(test(ITEM, "n BETWEEN :lo AND :hi", bounds));
    assertTrue(test(item("n", n(20)), "n between :lo and :hi", bounds));
    assertFalse(test(item("n", n(21)), "n BETWEEN :lo AND :hi", bounds));
    assertFalse(test(item("n", s("15")), "n BETWEEN :lo AND :hi", bounds));
    assertFalse(test(item(), "n BETWEEN :lo AND :hi", bounds));
    assertTrue(
        test(
            ITEM,
            "n BETWEEN :lo AND :hi AND s = :s",
            ":lo",
            n(1),
            ":hi",
            n(20),
            ":s",
            s("banana")));
  }

  @ParameterizedTest
  @CsvSource({
    // NOT binds tighter than AND, AND tighter than OR.
    "n = :y OR n = :y AND n = :x, true",
    "(n = :y OR n = :y) AND n = :x, false",
    "NOT n = :x AND n = :y, true",
    "NOT (n = :x AND n = :y), true",
    "NOT n = :y OR n = :x, false",
    "NOT NOT NOT NOT n = :y AND n <> :x, true"
  })
  void operatorsBindAsDocumented(String expression, boolean expected) {
    assertEquals(expected, test(ITEM, expression, ":y", n(10), ":x", n(11)));
  }

  @Test
  void stringsAreOrderedByTheirUtf8Bytes() {
    // U+FFFD is EF BF BD, U+1F600 is F0 9F 98 80: after it, though its UTF-16 is before.
    assertTrue(test(item("s", s("\uD83D\uDE00")), "s > :v", ":v", s("\uFFFD")));
    assertTrue(test(item("s", s("\uD83D\uDE00")), "s < :v", ":v", s("\uD83D\uDE01")));
    assertTrue(test(item("s", s("a\u0000")), "s > :v", ":v", s("a")));
    assertTrue(test(item("s", s("\uD83D\uDE00")), "s > :v", ":v", s("z")));
  }

  @Test
  void theSizeOfAStringIsItsNumberOfUtf16Units() {
    assertTrue(test(item("s", s("é\uD834\uDD1E")), "size(s) = :n", ":n", n(3)));
  }

  @Test
  void namesComeFromThePlaceholders() {
    Placeholders placeholders =
        Placeholders.of(names("#d", "a.b", "#and", "and"), item(":v", n(1)));
    Condition condition =
        new ExpressionCache()
            .condition(ExpressionKind.FILTER, "#d = :v and x.#and[3] <> :v", placeholders);
    placeholders.requireAllUsed();
    assertTrue(condition.test(item("a.b", n(1))));
    assertEquals(Set.of("a.b", "x"), condition.attributes().all());
    assertEquals(Set.of("x"), condition.attributes().nested());
    assertRefused(
        "Key attributes must be scalars; list random access '[]' and map lookup '.' are not"
            + " allowed: Key: x",
        () -> condition.attributes().requireScalar(List.of("h", "x"), "Key"));
  }
}
