package io.stillpoint.engine.expression;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.Numbers;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.function.Executable;

/** Short spellings of values, items and requests. */
final class Fixtures {
  private Fixtures() {}

  static AttributeValue s(String value) {
    return AttributeValue.s(value);
  }

  static AttributeValue n(String value) {
    return AttributeValue.n(value);
  }

  static AttributeValue n(long value) {
    return AttributeValue.n(value);
  }

  static AttributeValue b(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return AttributeValue.b(Bytes.wrap(array));
  }

  static AttributeValue bool(boolean value) {
    return AttributeValue.bool(value);
  }

  static AttributeValue ss(String... values) {
    return new AttributeValue.SS(List.of(values));
  }

  static AttributeValue ns(String... values) {
    return new AttributeValue.NS(Arrays.stream(values).map(Numbers::parse).toList());
  }

  static AttributeValue bs(String... utf8) {
    return new AttributeValue.BS(Arrays.stream(utf8).map(Bytes::utf8).toList());
  }

  static AttributeValue list(AttributeValue... values) {
    return new AttributeValue.L(List.of(values));
  }

  /** A map value from name, value, name, value… */
  static AttributeValue map(Object... pairs) {
    return new AttributeValue.M(item(pairs));
  }

  static final AttributeValue NULL = AttributeValue.Null.INSTANCE;

  /** An item from name, value, name, value… */
  static Map<String, AttributeValue> item(Object... pairs) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      item.put((String) pairs[i], (AttributeValue) pairs[i + 1]);
    }
    return item;
  }

  /** ExpressionAttributeNames from key, name, key, name… */
  static Map<String, String> names(String... pairs) {
    Map<String, String> names = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      names.put(pairs[i], pairs[i + 1]);
    }
    return names;
  }

  static Placeholders placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
    return Placeholders.of(names.isEmpty() ? null : names, values.isEmpty() ? null : values);
  }

  /** Whether a condition holds for an item; every given value must be used. */
  static boolean test(Map<String, AttributeValue> item, String expression, Object... values) {
    Placeholders placeholders = placeholders(Map.of(), item(values));
    Condition condition =
        new ExpressionCache().condition(ExpressionKind.CONDITION, expression, placeholders);
    placeholders.requireAllUsed();
    return condition.test(item);
  }

  static UpdateProgram update(String expression, Object... values) {
    return new ExpressionCache().update(expression, placeholders(Map.of(), item(values)));
  }

  /** Asserts that something is refused as a ValidationException with exactly this message. */
  static void assertRefused(String message, Executable executable) {
    ServiceException refusal = assertThrows(ServiceException.class, executable);
    Assertions.assertEquals(ErrorType.VALIDATION, refusal.type());
    Assertions.assertEquals(message, refusal.getMessage());
  }

  /** Asserts that a refusal's message passes some further assertions. */
  static void assertRefused(Consumer<String> message, Executable executable) {
    message.accept(assertThrows(ServiceException.class, executable).getMessage());
  }
}
