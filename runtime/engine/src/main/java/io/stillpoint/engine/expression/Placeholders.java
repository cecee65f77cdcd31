package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * ExpressionAttributeNames and ExpressionAttributeValues of one request, and which of them its
 * expressions have used: bind every expression of the request, then {@link #requireAllUsed}.
 *
 * <p>Belongs to one request; not thread safe.
 */
public final class Placeholders {
  private static final int MAX_KEY_BYTES = 255;

  private final Map<String, String> names;
  private final Map<String, AttributeValue> values;
  private final Set<String> unusedNames;
  private final Set<String> unusedValues;

  private Placeholders(Map<String, String> names, Map<String, AttributeValue> values) {
    this.names = names;
    this.values = values;
    // Hash sets on purpose: the service lists unused keys in the order of one.
    this.unusedNames = new HashSet<>(names.keySet());
    this.unusedValues = new HashSet<>(values.keySet());
  }

  /**
   * The placeholders of a request.
   *
   * @param names ExpressionAttributeNames, null if the request has none; not changed afterwards
   * @param values ExpressionAttributeValues, likewise
   * @throws ServiceException if a map is empty or a key is no placeholder
   */
  public static Placeholders of(Map<String, String> names, Map<String, AttributeValue> values) {
    checkKeys("ExpressionAttributeNames", '#', names);
    if (names != null) {
      names.forEach(Placeholders::checkName);
    }
    checkKeys("ExpressionAttributeValues", ':', values);
    return new Placeholders(names == null ? Map.of() : names, values == null ? Map.of() : values);
  }

  private static void checkKeys(String parameter, char prefix, Map<String, ?> map) {
    if (map == null) {
      return;
    }
    if (map.isEmpty()) {
      throw ServiceException.validation(parameter + " must not be empty");
    }
    for (String key : map.keySet()) {
      int size = key.getBytes(StandardCharsets.UTF_8).length;
      if (size > MAX_KEY_BYTES) {
        throw ServiceException.validation(
            parameter
                + " contains invalid key: The expression attribute map contains a key that is too"
                + " long; size of key: "
                + size);
      }
      boolean wellFormed =
          key.length() > 1
              && key.charAt(0) == prefix
              && key.chars().skip(1).allMatch(c -> Lexer.isWordCharacter((char) c));
      if (!wellFormed) {
        throw ServiceException.validation(
            parameter + " contains invalid key: Syntax error; key: \"" + key + "\"");
      }
    }
  }

  private static void checkName(String placeholder, String name) {
    if (name.isEmpty()) {
      throw ServiceException.validation(
          "ExpressionAttributeNames contains invalid value: Empty attribute name for key "
              + placeholder);
    }
  }

  /** The name that {@code #n} stands for. */
  String name(ExpressionKind kind, String placeholder) {
    String name = names.get(placeholder);
    if (name == null) {
      throw kind.invalid(
          "An expression attribute name used in the document path is not defined; attribute name: "
              + placeholder);
    }
    unusedNames.remove(placeholder);
    return name;
  }

  /** The value that {@code :v} stands for. */
  AttributeValue value(ExpressionKind kind, String placeholder) {
    AttributeValue value = values.get(placeholder);
    if (value == null) {
      throw kind.invalid(
          "An expression attribute value used in expression is not defined; attribute value: "
              + placeholder);
    }
    unusedValues.remove(placeholder);
    return value;
  }

  /**
   * Refuses the request if it gives names or values that no expression bound so far has used.
   *
   * @throws ServiceException naming them all
   */
  public void requireAllUsed() {
    requireEmpty("ExpressionAttributeNames", unusedNames);
    requireEmpty("ExpressionAttributeValues", unusedValues);
  }

  private static void requireEmpty(String parameter, Set<String> unused) {
    if (!unused.isEmpty()) {
      throw ServiceException.validation(
          "Value provided in "
              + parameter
              + " unused in expressions: keys: {"
              + String.join(", ", unused)
              + "}");
    }
  }
}
