package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What stands for names and values in a request's expressions.
 *
 * @param names {@code #name} to attribute name; empty if none were sent
 * @param values {@code :value} to value; empty if none were sent
 */
public record ExpressionAttributes(Map<String, String> names, Map<String, AttributeValue> values) {
  /** No names and no values. */
  public static final ExpressionAttributes NONE = new ExpressionAttributes(Map.of(), Map.of());

  public ExpressionAttributes {
    names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Reads ExpressionAttributeNames and ExpressionAttributeValues.
   *
   * @throws io.stillpoint.engine.error.ServiceException ValidationException for an empty map, a key
   *     that is no placeholder, or a value that is none
   */
  static ExpressionAttributes from(Input input) {
    Map<String, String> names = input.names("ExpressionAttributeNames");
    Map<String, Input> values = input.structs("ExpressionAttributeValues");
    if (names == null && values == null) {
      return NONE;
    }
    if (names != null) {
      placeholders("ExpressionAttributeNames", names, '#');
      names.values().forEach(name -> AttributeValues.checkName(name, false));
    }
    Map<String, AttributeValue> decoded = new LinkedHashMap<>();
    if (values != null) {
      placeholders("ExpressionAttributeValues", values, ':');
      values.forEach((key, value) -> decoded.put(key, value(key, value)));
    }
    return new ExpressionAttributes(names == null ? Map.of() : names, decoded);
  }

  private static AttributeValue value(String key, Input value) {
    try {
      return AttributeValues.decode(value.object());
    } catch (InvalidValueException e) {
      throw e.wrapped("ExpressionAttributeValues contains invalid value: ", " for key " + key);
    }
  }

  private static void placeholders(String parameter, Map<String, ?> map, char sign) {
    if (map.isEmpty()) {
      throw Input.invalid(parameter + " must not be empty");
    }
    for (String key : map.keySet()) {
      boolean valid = key.length() > 1 && key.charAt(0) == sign;
      for (int i = 1; i < key.length() && valid; i++) {
        char c = key.charAt(i);
        valid =
            (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
      }
      if (!valid) {
        throw Input.invalid(
            parameter + " contains invalid key: Syntax error; key: \"" + key + "\"");
      }
    }
  }
}
