package io.stillpoint.engine.index;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.item.ItemSize;
import java.util.Map;
import java.util.Objects;

/**
 * An item in the forms that its entries need: whoever has encoded it already hands the bytes on.
 *
 * @param attributes not changed by anyone from now on
 * @param size its DynamoDB size
 * @param json its canonical JSON
 */
public record ItemImage(Map<String, AttributeValue> attributes, int size, Bytes json) {
  public ItemImage {
    Objects.requireNonNull(attributes, "attributes");
    Objects.requireNonNull(json, "json");
  }

  /** Encodes and measures an item. */
  public static ItemImage of(Map<String, AttributeValue> attributes) {
    return new ItemImage(
        attributes, Math.toIntExact(ItemSize.of(attributes)), CanonicalJson.encode(attributes));
  }
}
