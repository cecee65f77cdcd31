package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.engine.index.ItemImage;
import java.util.Map;

/**
 * An item as attributes and as stored bytes, each made from the other when first asked for: most
 * reads never look at the attributes. Not thread-safe.
 */
public final class StoredItem {
  private final long size;
  private Map<String, AttributeValue> attributes;
  private Bytes json;
  private Bytes stored;

  private StoredItem(long size) {
    this.size = size;
  }

  /** The item of attributes that a request sent or an update made. */
  public static StoredItem of(Map<String, AttributeValue> attributes) {
    StoredItem item = new StoredItem(ItemSize.of(attributes));
    item.attributes = attributes;
    return item;
  }

  /**
   * The item of an entry of ITEMS.
   *
   * @return null for null
   */
  public static StoredItem of(Entry entry) {
    if (entry == null) {
      return null;
    }
    StoredItem item = new StoredItem(EntryHeader.read(entry.value()).size());
    item.stored = entry.value();
    return item;
  }

  /** An item, or what an index shows of one, of a known DynamoDB size. */
  public static StoredItem of(long size, Bytes json) {
    StoredItem item = new StoredItem(size);
    item.json = json;
    return item;
  }

  /** Its DynamoDB size in bytes. */
  public long size() {
    return size;
  }

  public Map<String, AttributeValue> attributes() {
    if (attributes == null) {
      attributes = CanonicalJson.decodeItem(json());
    }
    return attributes;
  }

  /** Its canonical JSON. */
  public Bytes json() {
    if (json == null) {
      json = stored != null ? ItemEntry.jsonBytes(stored) : CanonicalJson.encode(attributes);
    }
    return json;
  }

  /** The item as index entries are made from. */
  public ItemImage image() {
    return new ItemImage(attributes(), Math.toIntExact(size), json());
  }

  /** The value of its entry. */
  public Bytes stored(EntryKey key) {
    if (stored == null) {
      stored = ItemEntry.value(key, Math.toIntExact(size), json());
    }
    return stored;
  }
}
