package io.stillpoint.engine.expression;

import static io.stillpoint.engine.expression.Fixtures.item;
import static io.stillpoint.engine.expression.Fixtures.list;
import static io.stillpoint.engine.expression.Fixtures.map;
import static io.stillpoint.engine.expression.Fixtures.n;
import static io.stillpoint.engine.expression.Fixtures.names;
import static io.stillpoint.engine.expression.Fixtures.placeholders;
import static io.stillpoint.engine.expression.Fixtures.s;
import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** What projections return; the rows were seen in the service. */
@Tag("DDB-2")
@Tag("DDB-3")
class ProjectionTest {
  private static final AttributeValue PERSON = map("x", s("hi"), "y", s("yo"));
  private static final Map<String, AttributeValue> ITEM =
      item("p", s("k"), "a", map("b", list(n(2), n(4), PERSON), "c", n(5)), "b", s("hello"));

  static Stream<Arguments> projections() {
    return Stream.of(
        arguments("a", item("a", map("b", list(n(2), n(4), PERSON), "c", n(5)))),
        arguments("a.b", item("a", map("b", list(n(2), n(4), PERSON)))),
        arguments("a.b[0]", item("a", map("b", list(n(2))))),
        arguments("a.b[2]", item("a", map("b", list(PERSON)))),
        arguments("a.b[2].y", item("a", map("b", list(map("y", s("yo")))))),
        arguments("a.b[2].x, a.b[0]", item("a", map("b", list(n(2), map("x", s("hi")))))),
        arguments("a.c,b", item("a", map("c", n(5)), "b", s("hello"))),
        arguments("a.x, a.b[0], x, a.b[3].x", item("a", map("b", list(n(2))))),
        arguments("x", item()),
        arguments("a.b[3]", item()),
        arguments("a.x.y", item()),
        arguments("a.b.x", item()),
        arguments("a[0]", item()),
        arguments("a.b[0].x", item()),
        arguments("b.c", item()));
  }

  @ParameterizedTest
  @MethodSource("projections")
  void picks(String expression, Map<String, AttributeValue> expected) {
    Projection projection =
        new ExpressionCache().projection(expression, placeholders(Map.of(), item()));
    assertEquals(expected, projection.apply(ITEM));
  }

  @Test
  void aPlaceholderIsOneNameWhateverItHolds() {
    Projection projection =
        new ExpressionCache()
            .projection("#n, a.#b", placeholders(names("#n", "a.b", "#b", "c"), item()));
    Map<String, AttributeValue> item = item("a.b", s("hi"), "a", map("b", n(1), "c", n(2)));
    assertEquals(item("a.b", s("hi"), "a", map("c", n(2))), projection.apply(item));
    assertEquals(Set.of("a.b", "a"), projection.attributes().all());
    assertEquals(Set.of("a"), projection.attributes().nested());
  }
}
