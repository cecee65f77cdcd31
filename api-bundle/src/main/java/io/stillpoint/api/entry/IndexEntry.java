package io.stillpoint.api.entry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeySchema;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;

/**
 * Keys and values of index spaces. The sort part ends in a digest of the base key, so that entries
 * with one index key do not meet and no index key grows by a base key.
 *
 * <p>Value: the header, the base entry's write id, the base key's partition and sort part, each
 * after its length as two bytes, then the canonical JSON of the projected attributes.
 *
 * @param baseKey the key of the item
 * @param baseWriteId the write that the entry was made from
 * @param json the canonical JSON of the projected attributes
 */
public record IndexEntry(EntryKey baseKey, WriteId baseWriteId, Bytes json) {
  public IndexEntry {
    Objects.requireNonNull(baseKey, "baseKey");
    Objects.requireNonNull(baseWriteId, "baseWriteId");
    Objects.requireNonNull(json, "json");
  }

  /**
   * The key of an item's entry in an index.
   *
   * @param item must hold proper attributes for the index's key
   */
  public static EntryKey key(
      IndexDefinition index, EntryKey baseKey, Map<String, AttributeValue> item) {
    KeySchema schema = index.key();
    Bytes digest = KeyCodec.digest(baseKey);
    Bytes sort =
        schema.hasRange()
            ? KeyCodec.terminated(KeyCodec.encode(item.get(schema.range().name()))).concat(digest)
            : digest;
    return new EntryKey(KeyCodec.encode(item.get(schema.hash().name())), sort);
  }

  /**
   * The value of an entry with this key.
   *
   * @param size the DynamoDB size of the projected attributes
   */
  public Bytes value(EntryKey key, int size) {
    byte[] partition = baseKey.partition().array();
    byte[] sort = baseKey.sort().array();
    ByteBuffer value =
        ByteBuffer.allocate(
            EntryHeader.LENGTH
                + WriteId.LENGTH
                + 2
                + partition.length
                + 2
                + sort.length
                + json.length());
    EntryHeader.of(size, key.partition()).write(value);
    value.putLong(baseWriteId.high()).putLong(baseWriteId.low());
    value.putShort((short) partition.length).put(partition);
    value.putShort((short) sort.length).put(sort);
    return Bytes.wrap(value.put(json.array()).array());
  }

  /**
   * The entry that a value holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public static IndexEntry read(Bytes value) {
    EntryHeader.read(value);
    try {
      ByteBuffer buffer = ByteBuffer.wrap(value.array()).position(EntryHeader.LENGTH);
      WriteId writeId = new WriteId(buffer.getLong(), buffer.getLong());
      Bytes partition = part(buffer);
      Bytes sort = part(buffer);
      byte[] json = Arrays.copyOfRange(value.array(), buffer.position(), value.length());
      return new IndexEntry(new EntryKey(partition, sort), writeId, Bytes.wrap(json));
    } catch (java.nio.BufferUnderflowException e) {
      throw new IllegalArgumentException("a cut index entry: " + value, e);
    }
  }

  private static Bytes part(ByteBuffer buffer) {
    byte[] part = new byte[Short.toUnsignedInt(buffer.getShort())];
    buffer.get(part);
    return Bytes.wrap(part);
  }
}
