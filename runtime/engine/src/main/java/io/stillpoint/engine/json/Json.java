package io.stillpoint.engine.json;

import java.util.List;
import java.util.Map;

/**
 * A JSON document as it was sent: numbers stay text, so that no digit is lost and no exponent is
 * expanded. Immutable; {@link JsonReader} makes it.
 */
public sealed interface Json {

  /** An object. Keeps the order of the text; names are distinct. */
  record Obj(Map<String, Json> members) implements Json {
    /**
     * The member, or null if it is absent or the JSON null: the service does not tell them apart.
     */
    public Json get(String name) {
      Json value = members.get(name);
      return value == Null.INSTANCE ? null : value;
    }
  }

  /** An array. */
  record Arr(List<Json> elements) implements Json {}

  /** A string without lone surrogates. */
  record Str(String value) implements Json {}

  /**
   * A number.
   *
   * @param text its characters
   * @param integral whether it has neither a point nor an exponent
   */
  record Num(String text, boolean integral) implements Json {}

  /** A truth value. */
  enum Bool implements Json {
    TRUE,
    FALSE
  }

  /** The null value. */
  enum Null implements Json {
    INSTANCE
  }
}
