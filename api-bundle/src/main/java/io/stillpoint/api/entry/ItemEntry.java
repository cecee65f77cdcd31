package io.stillpoint.api.entry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.table.KeySchema;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/** Keys and values of ITEMS: the header, then the item's canonical JSON. */
public final class ItemEntry {
  private ItemEntry() {}

  /** The key of an item, or of a key alone, which must hold proper key attributes. */
  public static EntryKey key(KeySchema schema, Map<String, AttributeValue> item) {
    return new EntryKey(
        KeyCodec.encode(item.get(schema.hash().name())),
        schema.hasRange() ? KeyCodec.encode(item.get(schema.range().name())) : Bytes.EMPTY);
  }

  /**
   * An item's value.
   *
   * @param size its DynamoDB size
   * @param json its canonical JSON
   */
  public static Bytes value(EntryKey key, int size, Bytes json) {
    ByteBuffer value = ByteBuffer.allocate(EntryHeader.LENGTH + json.length());
    EntryHeader.of(size, key.partition()).write(value);
    return Bytes.wrap(value.put(json.array()).array());
  }

  /** The canonical JSON in a value, as a view to read from. */
  public static ByteBuffer json(Bytes value) {
    return ByteBuffer.wrap(value.array(), EntryHeader.LENGTH, value.length() - EntryHeader.LENGTH);
  }

  /** The canonical JSON in a value, copied. */
  public static Bytes jsonBytes(Bytes value) {
    return Bytes.wrap(Arrays.copyOfRange(value.array(), EntryHeader.LENGTH, value.length()));
  }
}
