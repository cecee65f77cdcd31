package io.stillpoint.api.table;

import io.stillpoint.api.item.AttributeValue;
import java.util.Objects;

/**
 * A key attribute.
 *
 * @param type S, N or B
 */
public record KeyAttribute(String name, AttributeValue.Type type) {
  public KeyAttribute {
    Objects.requireNonNull(name, "name");
    if (type != AttributeValue.Type.S
        && type != AttributeValue.Type.N
        && type != AttributeValue.Type.B) {
      throw new IllegalArgumentException("not a key type: " + type);
    }
  }
}
