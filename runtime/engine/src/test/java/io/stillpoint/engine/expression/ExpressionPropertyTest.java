package io.stillpoint.engine.expression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What must be true of every expression, tried on random ones. Replay a failure with {@code
 * -Dstillpoint.seed=N}.
 */
@Tag("properties")
@Tag("DDB-2")
@Tag("DDB-3")
@Tag("DDB-9")
class ExpressionPropertyTest {
  private static final int ROUNDS = 1_000 * Integer.getInteger("stillpoint.rounds", 1);

  private final long seed = Long.getLong("stillpoint.seed", System.nanoTime());
  private final Random random = new Random(seed);

  ExpressionPropertyTest() {
    System.out.println("ExpressionPropertyTest: -Dstillpoint.seed=" + seed);
  }

  private final RandomExpressions expressions = new RandomExpressions(random);
  private final Printer printer = new Printer(random);

  private String context(String expression) {
    String shown = expression.length() > 500 ? expression.substring(0, 500) + "…" : expression;
    return "seed " + seed + ": " + shown;
  }

  private Placeholders placeholders() {
    return Placeholders.of(RandomExpressions.NAMES, expressions.values());
  }

  @Test
  void whatIsPrintedReadsBackAsItWas() {
    for (int i = 0; i < ROUNDS; i++) {
      assertReadsBack(ExpressionKind.UPDATE, expressions.update());
      assertReadsBack(ExpressionKind.PROJECTION, expressions.projection());
      assertReadsBack(ExpressionKind.CONDITION, expressions.condition(3));
    }
  }

  private void assertReadsBack(ExpressionKind kind, Syntax syntax) {
    String text = printer.print(syntax);
    if (text.length() <= 4096) {
      Syntax read = read(kind, text);
      assertEquals(syntax, read == null ? syntax : read, context(text));
    }
  }

  /** What a text says, or null if it has too many operators. */
  private Syntax read(ExpressionKind kind, String text) {
    try {
      return Parser.parse(kind, text);
    } catch (ServiceException e) {
      assertTrue(e.getMessage().contains("too many operators"), context(text + " " + e));
      return null;
    }
  }

  @Test
  void conditionsObeyTheLawsOfLogic() {
    int tried = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Syntax p = expressions.condition(2);
      Syntax q = expressions.condition(2);
      Map<String, AttributeValue> item = expressions.item();
      Syntax notP = new Syntax.Not(p);
      Syntax notQ = new Syntax.Not(q);
      Boolean holdsP = test(p, item);
      Boolean holdsQ = test(q, item);
      if (holdsP == null || holdsQ == null) {
        continue; // the service would refuse it, for example to compare a path with itself
      }
      tried++;
      String context = context(printer.print(p) + " | " + printer.print(q) + " for " + item);
      assertEquals(!holdsP, test(notP, item), context);
      assertEquals(holdsP, test(new Syntax.Not(notP), item), context);
      assertEquals(holdsP && holdsQ, test(new Syntax.And(List.of(p, q)), item), context);
      assertEquals(holdsP || holdsQ, test(new Syntax.Or(List.of(p, q)), item), context);
      assertEquals(
          test(new Syntax.Not(new Syntax.And(List.of(p, q))), item),
          test(new Syntax.Or(List.of(notP, notQ)), item),
          context);
    }
    assertTrue(tried > ROUNDS / 4, context("only " + tried + " pairs were legal"));
  }

  private Boolean test(Syntax condition, Map<String, AttributeValue> item) {
    try {
      Binding binding = new Binding(ExpressionKind.CONDITION, placeholders());
      return new ConditionBinder(binding).condition(condition).test(item);
    } catch (ServiceException e) {
      return null;
    }
  }

  @Test
  void anUpdateChangesNothingButWhatItTouches() {
    int applied = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, AttributeValue> old = expressions.item();
      old.put("untouched", expressions.value(2));
      String text = printer.print(expressions.update());
      try {
        UpdateProgram program = new ExpressionCache().update(text, placeholders());
        UpdateResult result = program.apply(Map.of(), old);
        applied++;
        assertEquals(old.get("untouched"), result.item().get("untouched"), context(text));
        assertTrue(
            program.touchedTopLevel().containsAll(result.updatedOld().keySet()), context(text));
        assertTrue(
            program.touchedTopLevel().containsAll(result.updatedNew().keySet()), context(text));
        assertEquals(result, program.apply(Map.of(), old), context(text));
      } catch (ServiceException e) {
        assertTrue(e.type().status() == 400, context(text));
      }
    }
    assertTrue(applied > ROUNDS / 20, context("only " + applied + " updates applied"));
  }

  @Test
  void aProjectionProjectedAgainByNamesIsItself() {
    for (int i = 0; i < ROUNDS; i++) {
      Map<String, AttributeValue> item = expressions.item();
      String text = printer.print(expressions.projection());
      Projection projection = new ExpressionCache().projection(text, placeholders());
      Map<String, AttributeValue> projected = projection.apply(item);
      assertTrue(item.keySet().containsAll(projected.keySet()), context(text));
      if (!text.contains("[")) {
        assertEquals(projected, projection.apply(projected), context(text + " of " + item));
      }
    }
  }

  @Test
  void noTextDoesMoreThanBeRefused() {
    Assertions.assertTimeout(
        Duration.ofSeconds(60),
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            for (ExpressionKind kind : ExpressionKind.values()) {
              runWhatIsLegal(kind, mutated(printer.print(legal(kind))));
            }
          }
        },
        context(""));
  }

  private String mutated(String legal) {
    String alphabet = "()[]<>=,.:#+-_ \n09aZé\uD83D\u0000\"'";
    String[] words = {"AND", "or", "NOT", "(", "((", ")", "size(", "SET ", "[0]", ".a", ":0", "#0"};
    StringBuilder text = new StringBuilder(legal);
    for (int edits = 1 + random.nextInt(5); edits > 0; edits--) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(3)) {
        case 0 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(4)));
        case 1 -> text.insert(at, words[random.nextInt(words.length)]);
        default -> text.insert(at, alphabet.charAt(random.nextInt(alphabet.length())));
      }
    }
    return text.toString();
  }

  private Syntax legal(ExpressionKind kind) {
    return switch (kind) {
      case UPDATE -> expressions.update();
      case PROJECTION -> expressions.projection();
      case CONDITION, FILTER, KEY_CONDITION -> expressions.condition(2);
    };
  }

  private void runWhatIsLegal(ExpressionKind kind, String text) {
    ExpressionCache cache = new ExpressionCache();
    Map<String, AttributeValue> item = expressions.item();
    try {
      switch (kind) {
        case UPDATE -> cache.update(text, placeholders()).apply(Map.of(), item);
        case PROJECTION -> cache.projection(text, placeholders()).apply(item);
        case KEY_CONDITION -> cache.keyCondition(text, placeholders()).conditions();
        case CONDITION, FILTER -> cache.condition(kind, text, placeholders()).test(item);
      }
    } catch (ServiceException e) {
      assertEquals(400, e.type().status(), context(text));
    } catch (RuntimeException | Error e) {
      throw new AssertionError(context(text), e);
    }
  }

  @Test
  void noTextOverflowsASmallStack() throws InterruptedException {
    String[] texts = {
      "(".repeat(4096),
      "(".repeat(2046) + "a<b" + ")".repeat(2046),
      "a < " + "size(".repeat(680) + "b" + ")".repeat(680),
      "a<b " + "and (a<b ".repeat(149) + ")".repeat(149),
      "NOT(".repeat(160) + "a<b" + ")".repeat(160),
      "NOT ".repeat(298) + "a<b",
      "NOT ".repeat(1000) + "a<b",
      "((".repeat(300) + "a)=b",
    };
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread =
        new Thread(
            null,
            () -> {
              for (String text : texts) {
                runWhatIsLegal(ExpressionKind.CONDITION, text);
              }
              runWhatIsLegal(
                  ExpressionKind.UPDATE,
                  "SET a = " + "if_not_exists(b, ".repeat(160) + "c" + ")".repeat(160));
              runWhatIsLegal(ExpressionKind.UPDATE, "SET a = " + "(".repeat(4000));
            },
            "small stack",
            512 * 1024);
    thread.setUncaughtExceptionHandler((t, e) -> failure.set(e));
    thread.start();
    thread.join(Duration.ofSeconds(30).toMillis());
    if (failure.get() != null) {
      throw new AssertionError("an expression failed where the stack is small", failure.get());
    }
    Assertions.assertFalse(thread.isAlive(), "expressions must be done within 30 s");
  }
}
