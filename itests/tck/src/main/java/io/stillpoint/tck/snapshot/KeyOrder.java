package io.stillpoint.tck.snapshot;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;

/**
 * The order that SNAP-5 means, stated on items and without the key codec: strings by their UTF-8
 * bytes, numbers by value, binary as unsigned bytes; the hash key first.
 */
final class KeyOrder implements Comparator<Map<String, AttributeValue>> {
  private final KeySchema schema;

  KeyOrder(KeySchema schema) {
    this.schema = schema;
  }

  @Override
  public int compare(Map<String, AttributeValue> a, Map<String, AttributeValue> b) {
    for (KeyAttribute attribute : schema.attributes()) {
      int order = compare(a.get(attribute.name()), b.get(attribute.name()));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(AttributeValue a, AttributeValue b) {
    if (a instanceof AttributeValue.N x && b instanceof AttributeValue.N y) {
      return x.value().compareTo(y.value());
    }
    return Arrays.compareUnsigned(bytes(a), bytes(b));
  }

  private static byte[] bytes(AttributeValue value) {
    return value instanceof AttributeValue.S text
        ? text.value().getBytes(StandardCharsets.UTF_8)
        : ((AttributeValue.B) value).value().array();
  }
}
