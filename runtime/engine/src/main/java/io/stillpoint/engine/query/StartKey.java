package io.stillpoint.engine.query;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.engine.validation.KeyValidation;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * ExclusiveStartKey and LastEvaluatedKey: the place of an entry as attributes. For an index they
 * are the keys of index and table, which together name one entry exactly, also among many of one
 * index key.
 */
final class StartKey {
  private StartKey() {}

  /**
   * The entry's key that an ExclusiveStartKey stands for; there need not be such an entry.
   *
   * @throws io.stillpoint.engine.error.ServiceException if it is none of this source, in the
   *     service's words
   */
  static EntryKey read(Source source, Map<String, AttributeValue> startKey, boolean isQuery) {
    KeySchema base = source.table().definition().key();
    KeyValidation.checkStartKey(base, source.isIndex() ? source.key() : null, startKey, !isQuery);
    EntryKey key = ItemEntry.key(base, startKey);
    return source.isIndex() ? IndexEntry.key(source.index(), key, startKey) : key;
  }

  /**
   * The LastEvaluatedKey of an entry.
   *
   * @param entry of an index with its value; of a table the key is enough
   */
  static Map<String, AttributeValue> of(Source source, Entry entry) {
    KeySchema base = source.table().definition().key();
    Map<String, AttributeValue> result = new LinkedHashMap<>();
    if (!source.isIndex()) {
      put(result, base, entry.key());
      return result;
    }
    IndexEntry index = IndexEntry.read(entry.value());
    put(result, base, index.baseKey());
    for (KeyAttribute attribute : source.keyAttributes()) {
      result.computeIfAbsent(attribute.name(), name -> CanonicalJson.attribute(index.json(), name));
    }
    return result;
  }

  private static void put(Map<String, AttributeValue> result, KeySchema schema, EntryKey key) {
    result.put(schema.hash().name(), decode(schema.hash(), key.partition()));
    if (schema.hasRange()) {
      result.put(schema.range().name(), decode(schema.range(), key.sort()));
    }
  }

  private static AttributeValue decode(KeyAttribute attribute, Bytes bytes) {
    return KeyCodec.decode(attribute.type(), bytes);
  }
}
