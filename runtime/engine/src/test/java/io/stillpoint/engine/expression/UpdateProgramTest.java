package io.stillpoint.engine.expression;

import static io.stillpoint.engine.expression.Fixtures.assertRefused;
import static io.stillpoint.engine.expression.Fixtures.bs;
import static io.stillpoint.engine.expression.Fixtures.item;
import static io.stillpoint.engine.expression.Fixtures.list;
import static io.stillpoint.engine.expression.Fixtures.map;
import static io.stillpoint.engine.expression.Fixtures.n;
import static io.stillpoint.engine.expression.Fixtures.ns;
import static io.stillpoint.engine.expression.Fixtures.s;
import static io.stillpoint.engine.expression.Fixtures.ss;
import static io.stillpoint.engine.expression.Fixtures.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.stillpoint.api.item.AttributeValue;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What updates do. Rows on lists, missing items and returned values were seen in the service. */
@Tag("DDB-2")
class UpdateProgramTest {
  private static final Map<String, AttributeValue> KEY = item("p", s("k"));

  private static Map<String, AttributeValue> with(Object... pairs) {
    Map<String, AttributeValue> item = item(pairs);
    item.putAll(KEY);
    return item;
  }

  private static UpdateResult apply(
      Map<String, AttributeValue> old, String expression, Object... values) {
    return update(expression, values).apply(KEY, old);
  }

  static Stream<Arguments> updates() {
    return Stream.of(
        arguments(with(), "SET a = :v", n(1), with("a", n(1))),
        arguments(with("a", n(1)), "SET b = a", null, with("a", n(1), "b", n(1))),
        arguments(with("a", n(1)), "REMOVE a SET b = a", null, with("b", n(1))),
        arguments(with("a", n(1), "b", n(2)), "SET a = b, b = a", null, with("a", n(2), "b", n(1))),
        arguments(with("a", n(1)), "SET a = a + :v", n("0.5"), with("a", n("1.5"))),
        arguments(with("a", n(1)), "SET a = :v - a", n(7), with("a", n(6))),
        arguments(with("a", n(1)), "SET b = p", null, with("a", n(1), "b", s("k"))),
        arguments(with(), "SET a = if_not_exists(a, :v)", n(2), with("a", n(2))),
        arguments(with("a", n(3)), "SET a = if_not_exists(a, :v)", n(2), with("a", n(3))),
        arguments(with(), "SET a = if_not_exists(a, :v) + :v", n(2), with("a", n(4))),
        arguments(
            with("a", list(n(1))),
            "SET a = list_append(:v, a)",
            list(n(2)),
            with("a", list(n(2), n(1)))),
        arguments(
            with(),
            "SET a = list_append(if_not_exists(a, :v), :v)",
            list(n(2)),
            with("a", list(n(2), n(2)))),
        // Nested paths
        arguments(
            with("a", map("b", n(3), "c", list(s("hi"), map("x", map("y", list(n(3), n(5))))))),
            "SET a.c[1].x.y[1] = :v, a.z = a.c[1].x.y[0] REMOVE a.b",
            n(9),
            with("a", map("c", list(s("hi"), map("x", map("y", list(n(3), n(9))))), "z", n(3)))),
        arguments(with("a", map("b", n(1))), "REMOVE a.b", null, with("a", map())),
        arguments(with("a", list(n(1))), "REMOVE a[0]", null, with("a", list())),
        arguments(
            with("a", map("x", n(3)), "b", list(s("hi"))),
            "REMOVE a.y, b[7], c",
            null,
            with("a", map("x", n(3)), "b", list(s("hi")))),
        // List indexes count the list as it was; what is set behind its end is appended in order.
        arguments(
            with("a", list(n(2), n(3), n(4), n(5), n(6), n(7))),
            "REMOVE a[1] SET a[3] = :v",
            n(17),
            with("a", list(n(2), n(4), n(17), n(6), n(7)))),
        arguments(
            with("a", list(n(0))),
            "SET a[84] = :v, a[37] = p, a[50] = a[0]",
            n(1),
            with("a", list(n(0), s("k"), n(0), n(1)))),
        arguments(with("a", list()), "SET a[0] = :v", n(1), with("a", list(n(1)))),
        arguments(
            with("a", list(n(1), n(2), n(3))),
            "REMOVE a[0], a[2], a[9]",
            null,
            with("a", list(n(2)))),
        // ADD and DELETE
        arguments(with("a", n(3)), "ADD a :v", n(4), with("a", n(7))),
        arguments(with(), "ADD a :v", n(4), with("a", n(4))),
        arguments(with("a", ss("x", "y")), "ADD a :v", ss("y", "z"), with("a", ss("x", "y", "z"))),
        arguments(with("a", ns("1")), "ADD a :v", ns("1.0", "2"), with("a", ns("1", "2"))),
        arguments(with("a", bs("x")), "ADD a :v", bs("y"), with("a", bs("x", "y"))),
        arguments(with(), "ADD a :v", ss("x"), with("a", ss("x"))),
        arguments(with("m", map()), "ADD m.a :v", n(1), with("m", map("a", n(1)))),
        arguments(with("a", ss("x", "y")), "DELETE a :v", ss("y", "z"), with("a", ss("x"))),
        arguments(with("a", ns("1", "2")), "DELETE a :v", ns("1.00"), with("a", ns("2"))),
        arguments(with("a", bs("x", "y")), "DELETE a :v", bs("x"), with("a", bs("y"))),
        arguments(with("a", ss("x")), "DELETE a :v", ss("x"), with()),
        arguments(with(), "DELETE a :v", ss("x"), with()),
        arguments(with("m", map("a", ss("x"))), "DELETE m.a :v", ss("x"), with("m", map())));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("updates")
  void changesAnItem(
      Map<String, AttributeValue> old,
      String expression,
      AttributeValue value,
      Map<String, AttributeValue> expected) {
    Object[] values = value == null ? new Object[0] : new Object[] {":v", value};
    Map<String, AttributeValue> before = Map.copyOf(old);
    assertEquals(expected, apply(old, expression, values).item());
    assertEquals(before, old, "the old item must stay as it was");
  }

  static Stream<Arguments> refusals() {
    String path = "The document path provided in the update expression is invalid for update";
    String type = "An operand in the update expression has an incorrect data type";
    String missing =
        "The provided expression refers to an attribute that does not exist in the item";
    String overflow =
        "Number overflow. Attempting to store a number with magnitude larger than supported range";
    String underflow =
        "Number underflow. Attempting to store a number with magnitude smaller than supported"
            + " range";
    Map<String, AttributeValue> item = with("a", s("hello"), "b", list(s("hi")), "m", map());
    return Stream.of(
        arguments(item, "SET a.c = :v", n(7), path),
        arguments(item, "SET b.c = :v", n(7), path),
        arguments(item, "SET c.c = :v", n(7), path),
        arguments(item, "SET a[0] = :v", n(7), path),
        arguments(item, "SET m[0] = :v", n(7), path),
        arguments(item, "SET b[3].x = :v", n(7), path),
        arguments(item, "SET m.x.y = m.x.y + :v", n(7), path),
        arguments(item, "REMOVE a.c", null, path),
        arguments(item, "REMOVE c.c", null, path),
        arguments(item, "REMOVE c[0]", null, path),
        arguments(null, "SET c.c = :v", n(7), path),
        arguments(null, "ADD c.c :v", n(7), path),
        arguments(item, "SET z = y", null, missing),
        arguments(item, "SET z = y + :v", n(7), missing),
        arguments(item, "SET m.x = m.x + :v", n(7), missing),
        arguments(item, "SET z = list_append(y, :v)", list(), missing),
        arguments(item, "SET z = if_not_exists(y, x)", null, missing),
        arguments(item, "SET z = a + :v", n(7), type),
        arguments(item, "SET z = list_append(:v, a)", list(), type),
        arguments(item, "ADD a :v", n(7), type),
        arguments(item, "ADD b :v", ss("x"), type),
        arguments(item, "DELETE a :v", ss("x"), type),
        arguments(with("a", n("9e125")), "SET a = a + :v", n("9e125"), overflow),
        arguments(with("a", n("-9e125")), "SET a = a - :v", n("9e125"), overflow),
        arguments(with("a", n("9e125")), "ADD a :v", n("9e125"), overflow),
        // The service calls too many digits an overflow as well.
        arguments(with("a", n("1e50")), "SET a = a + :v", n(1), overflow),
        arguments(with("a", n("1.1e-130")), "SET a = a - :v", n("1e-130"), underflow));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  @Tag("DDB-9")
  void refusesWhatTheItemCannotTake(
      Map<String, AttributeValue> old, String expression, AttributeValue value, String message) {
    Object[] values = value == null ? new Object[0] : new Object[] {":v", value};
    assertRefused(message, () -> apply(old, expression, values));
  }

  @Test
  @Tag("DDB-8")
  void sumsAreExactTo38Digits() {
    Map<String, AttributeValue> old = with("a", n("10000000000000000000000"));
    assertEquals(
        n("10000000000000000000001"), apply(old, "SET a = a + :v", ":v", n(1)).item().get("a"));
    assertEquals(
        n("99999999999999999999999999999999999999"),
        apply(with("a", n("99999999999999999999999999999999999998")), "ADD a :v", ":v", n(1))
            .item()
            .get("a"));
  }

  @Test
  void makesAnItemOnlyBySettingOrAdding() {
    assertEquals(with("a", n(1)), apply(null, "SET a = :v", ":v", n(1)).item());
    assertEquals(with("a", n(1)), apply(null, "ADD a :v REMOVE b", ":v", n(1)).item());
    for (String expression : new String[] {"REMOVE a", "REMOVE a.b, c[0]"}) {
      UpdateResult result = apply(null, expression);
      assertNull(result.item());
      assertEquals(Map.of(), result.updatedNew());
    }
    assertNull(apply(null, "DELETE a :v", ":v", ss("x")).item());
  }

  @Test
  void returnsWhatStoodAndStandsAtItsPaths() {
    Map<String, AttributeValue> old =
        with("a", map("b", s("dog"), "c", list(n(1), n(2), n(3))), "d", s("cat"));
    UpdateResult set = apply(old, "SET a.c[1] = :v, a.b = :v, e = :v", ":v", n(8));
    assertEquals(item("a", map("b", s("dog"), "c", list(n(2)))), set.updatedOld());
    assertEquals(item("a", map("b", n(8), "c", list(n(8))), "e", n(8)), set.updatedNew());

    UpdateResult same = apply(old, "SET d = :v", ":v", s("cat"));
    assertEquals(item("d", s("cat")), same.updatedOld());

    UpdateResult removed = apply(old, "REMOVE d, a.c[3]");
    assertEquals(item("d", s("cat")), removed.updatedOld());
    assertEquals(item(), removed.updatedNew());

    // What moved up to the removed index is returned, what was appended is not.
    assertEquals(item("a", map("c", list(n(3)))), apply(old, "REMOVE a.c[1]").updatedNew());
    assertEquals(item(), apply(old, "SET a.c[100] = :v", ":v", n(70)).updatedNew());

    UpdateResult made = apply(null, "SET x = :v", ":v", n(1));
    assertEquals(item(), made.updatedOld());
    assertEquals(item("x", n(1)), made.updatedNew());
  }

  @Test
  void saysWhichAttributesItTouches() {
    UpdateProgram program = update("SET a.b = q[0], c = r REMOVE d[1] ADD e :v", ":v", n(1));
    assertEquals(Set.of("a", "c", "d", "e"), program.touchedTopLevel());
    assertEquals(Set.of("a", "c", "d", "e", "q", "r"), program.attributes().all());
    assertEquals(Set.of("a", "d", "q"), program.attributes().nested());
  }
}
