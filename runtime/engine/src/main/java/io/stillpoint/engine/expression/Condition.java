package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A ConditionExpression or FilterExpression, bound to a request. Immutable, safe to share between
 * threads.
 */
public final class Condition {
  private final Predicate<Map<String, AttributeValue>> test;
  private final ReferencedAttributes attributes;

  Condition(Predicate<Map<String, AttributeValue>> test, ReferencedAttributes attributes) {
    this.test = test;
    this.attributes = attributes;
  }

  /**
   * Whether the condition holds.
   *
   * @param item an item, empty if there is none
   */
  public boolean test(Map<String, AttributeValue> item) {
    return test.test(item);
  }

  /** The attributes that the condition refers to. */
  public ReferencedAttributes attributes() {
    return attributes;
  }
}
