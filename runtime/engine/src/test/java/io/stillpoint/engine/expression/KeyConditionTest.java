package io.stillpoint.engine.expression;

import static io.stillpoint.engine.expression.Fixtures.assertRefused;
import static io.stillpoint.engine.expression.Fixtures.b;
import static io.stillpoint.engine.expression.Fixtures.item;
import static io.stillpoint.engine.expression.Fixtures.n;
import static io.stillpoint.engine.expression.Fixtures.names;
import static io.stillpoint.engine.expression.Fixtures.s;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.expression.RangeCondition.Operator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Key conditions; the refusals are recorded answers of the service. */
@Tag("DDB-3")
class KeyConditionTest {
  private static final KeyAttribute HASH = new KeyAttribute("p", AttributeValue.Type.S);
  private static final KeyAttribute RANGE = new KeyAttribute("c", AttributeValue.Type.N);

  private static KeyConditionExpression bind(String expression) {
    Placeholders placeholders =
        Placeholders.of(
            names("#p", "p"),
            item(":p", s("k"), ":c", n(3), ":d", n(7), ":b", b(1), ":empty", s("")));
    return new ExpressionCache().keyCondition(expression, placeholders);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "p=:p AND c=:c | EQUAL",
        "c=:c AND #p=:p | EQUAL",
        "p=:p AND c<:c | LESS",
        "p=:p AND c<=:c | LESS_OR_EQUAL",
        "p=:p AND c>:c | GREATER",
        "p=:p AND c>=:c | GREATER_OR_EQUAL",
        ":p=p AND :c<c | GREATER",
        ":p=p AND :c<=c | GREATER_OR_EQUAL",
        ":p=p AND :c>c | LESS",
        ":p=p AND :c>=c | LESS_OR_EQUAL",
        "((c=:c) AND (p=:p)) | EQUAL",
        "(p = :p AND (c > :c)) | GREATER",
      })
  void readsOneCondition(String expression, Operator operator) {
    KeyCondition condition = bind(expression).conditions().on(HASH, RANGE);
    assertEquals(new KeyCondition(s("k"), new RangeCondition(operator, List.of(n(3)))), condition);
  }

  @Test
  void readsBetweenAndBeginsWithAndHashAlone() {
    assertEquals(
        new RangeCondition(Operator.BETWEEN, List.of(n(3), n(7))),
        bind("p=:p AnD c BeTwEeN :c aNd :d").conditions().on(HASH, RANGE).range());
    assertEquals(
        new RangeCondition(Operator.BEGINS_WITH, List.of(b(1))),
        bind("p=:p and begins_with(c, :b)")
            .conditions()
            .on(HASH, new KeyAttribute("c", AttributeValue.Type.B))
            .range());
    assertNull(bind("p = :p").conditions().on(HASH, RANGE).range());
    assertNull(bind("p = :p").conditions().on(HASH, null).range());
  }

  @Test
  void rangeConditionsTestKeys() {
    RangeCondition between = new RangeCondition(Operator.BETWEEN, List.of(n(3), n(7)));
    assertTrue(between.test(n(3)) && between.test(n(7)));
    assertFalse(between.test(n(2)) || between.test(n(8)));
    assertTrue(new RangeCondition(Operator.BEGINS_WITH, List.of(s("a"))).test(s("ab")));
    assertFalse(new RangeCondition(Operator.LESS, List.of(n(3))).test(n(3)));
    assertTrue(new RangeCondition(Operator.LESS_OR_EQUAL, List.of(n(3))).test(n(3)));
    assertFalse(new RangeCondition(Operator.GREATER, List.of(n(3))).test(n(3)));
    assertTrue(new RangeCondition(Operator.GREATER_OR_EQUAL, List.of(n(3))).test(n(3)));
    assertFalse(new RangeCondition(Operator.EQUAL, List.of(n(3))).test(s("3")));
  }

  @ParameterizedTest
  @Tag("DDB-9")
  @CsvSource(
      delimiter = '|',
      value = {
        "c=:c OR p=:p | Invalid operator used in KeyConditionExpression: OR",
        "NOT c=:c AND p=:p | Invalid operator used in KeyConditionExpression: NOT",
        "p=:p AND c IN (:c) | Invalid operator used in KeyConditionExpression: IN",
        "p=:p AND c<>:c | Invalid operator used in KeyConditionExpression: <>",
        "p=:p AND attribute_exists(c) | Invalid operator used in KeyConditionExpression:"
            + " attribute_exists",
        "p=:p AND contains(c, :c) | Invalid operator used in KeyConditionExpression: contains",
        "p=:p AND size(c) = :c | KeyConditionExpressions cannot contain nested operations",
        "p=:p AND c.x = :c | KeyConditionExpressions cannot have conditions on nested attributes",
        "p=c | Invalid condition in KeyConditionExpression: Multiple attribute names used in one"
            + " condition",
        ":p=:c | Invalid condition in KeyConditionExpression: No key attribute specified",
        "p=:p AND :c BETWEEN c AND :d | Invalid condition in KeyConditionExpression: BETWEEN"
            + " operator must have the key attribute as its first operand",
        "p=:p AND begins_with(:p, c) | Invalid condition in KeyConditionExpression: begins_with"
            + " operator must have the key attribute as its first operand",
        "p=:p AND p=:p | KeyConditionExpressions must only contain one condition per key",
        "p=:p AND c>=:c AND c<=:d | KeyConditionExpressions must only contain one condition per"
            + " key",
        "p=:p AND c<:c AND a<:d | Conditions can be of length 1 or 2 only",
      })
  void refusesWhatNoQueryCanUse(String expression, String message) {
    KeyConditionExpression bound = bind(expression);
    assertRefused(message, bound::conditions);
  }

  @ParameterizedTest
  @Tag("DDB-9")
  @CsvSource(
      delimiter = '|',
      value = {
        "p<:p | Query key condition not supported",
        "c=:c | Query condition missed key schema element: p",
        "attr1=:c | Query condition missed key schema element: p",
        "p=:p AND a<:c | Query condition missed key schema element: c",
        "p=:c | One or more parameter values were invalid: Condition parameter type does not match"
            + " schema type",
        "p=:p AND c=:p | One or more parameter values were invalid: Condition parameter type does"
            + " not match schema type",
        "p=:empty | One or more parameter values are not valid. The AttributeValue for a key"
            + " attribute cannot contain an empty string value. Key: p",
      })
  void refusesWhatDoesNotFitTheKey(String expression, String message) {
    KeyConditions conditions = bind(expression).conditions();
    assertRefused(message, () -> conditions.on(HASH, RANGE));
  }

  @Test
  @Tag("DDB-9")
  void refusesASecondConditionWhereTheKeyIsTheHashAlone() {
    KeyConditions conditions = bind("p=:p AND c=:c").conditions();
    assertRefused("Query key condition not supported", () -> conditions.on(HASH, null));
  }
}
