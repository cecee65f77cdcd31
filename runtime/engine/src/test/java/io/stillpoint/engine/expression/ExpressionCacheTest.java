package io.stillpoint.engine.expression;

import static io.stillpoint.engine.expression.Fixtures.assertRefused;
import static io.stillpoint.engine.expression.Fixtures.item;
import static io.stillpoint.engine.expression.Fixtures.n;
import static io.stillpoint.engine.expression.Fixtures.names;
import static io.stillpoint.engine.expression.Fixtures.placeholders;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** One cache for all requests. */
@Tag("DDB-2")
class ExpressionCacheTest {
  private final ExpressionCache cache = new ExpressionCache();

  private Condition bind(String text, Placeholders placeholders) {
    return cache.condition(ExpressionKind.FILTER, text, placeholders);
  }

  @Test
  void oneTextServesRequestsWithDifferentPlaceholders() {
    Condition one = bind("#n = :v", placeholders(names("#n", "a"), item(":v", n(1))));
    Condition two = bind("#n = :v", placeholders(names("#n", "b"), item(":v", n(2))));
    assertTrue(one.test(item("a", n(1), "b", n(3))));
    assertFalse(two.test(item("a", n(1), "b", n(3))));
    assertTrue(two.test(item("b", n(2))));
  }

  @Test
  @Tag("DDB-9")
  void aRefusalNamesTheParameterThoughTheTextIsKnown() {
    Placeholders none = placeholders(Map.of(), item());
    bind("attribute_exists(a)", none);
    assertRefused(
        "Invalid UpdateExpression: Syntax error; token: \"attribute_exists\", near:"
            + " \"attribute_exists(\"",
        () -> cache.update("attribute_exists(a)", none));
    assertThrows(
        IllegalArgumentException.class,
        () -> cache.condition(ExpressionKind.UPDATE, "attribute_exists(a)", none));
  }

  @Test
  void staysBoundedAndRightWhenThousandsOfTextsPass() {
    for (int i = 0; i < 5_000; i++) {
      Condition condition = bind("a = b" + i, placeholders(Map.of(), item()));
      assertTrue(condition.test(item("a", n(i), "b" + i, n(i))));
      assertTrue(cache.size() <= 2_002, () -> "holds " + cache.size());
    }
    assertTrue(cache.size() >= 1_000, () -> "holds " + cache.size());
  }
}
