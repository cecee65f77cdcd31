package io.stillpoint.engine.capacity;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.index.IndexEntries;
import java.util.Map;

/**
 * What a write of one item consumes on the table and on each of its indexes (Amazon DynamoDB
 * Developer Guide, "Using global secondary indexes: Write capacity units"): the larger of the old
 * and the new size; on an index one write where an entry appears, goes or shows something else, two
 * where it moves to another key, none where it shows the same.
 */
public final class WriteCapacity {
  private WriteCapacity() {}

  /**
   * Adds a write.
   *
   * @param old the item before; null if none
   * @param item the item after; null if none
   */
  public static void add(
      ConsumedCapacity capacity,
      CapacityUnits.Access access,
      TableDefinition table,
      EntryKey key,
      Map<String, AttributeValue> old,
      Map<String, AttributeValue> item) {
    capacity.add(access, Math.max(size(old), size(item)));
    for (IndexDefinition index : table.maintainedIndexes()) {
      Shown before = shown(table, index, key, old);
      Shown after = shown(table, index, key, item);
      if (before != null && after != null && before.key.equals(after.key)) {
        if (!before.attributes.equals(after.attributes)) {
          capacity.add(index, access, Math.max(size(before.attributes), size(after.attributes)));
        }
      } else {
        if (before != null) {
          capacity.add(index, access, size(before.attributes));
        }
        if (after != null) {
          capacity.add(index, access, size(after.attributes));
        }
      }
    }
  }

  /** An item's entry in an index. */
  private record Shown(EntryKey key, Map<String, AttributeValue> attributes) {}

  private static Shown shown(
      TableDefinition table,
      IndexDefinition index,
      EntryKey baseKey,
      Map<String, AttributeValue> item) {
    EntryKey key = item == null ? null : IndexEntries.key(index, baseKey, item);
    return key == null ? null : new Shown(key, IndexEntries.projected(table, index, item));
  }

  private static long size(Map<String, AttributeValue> item) {
    return item == null ? 0 : ItemSize.of(item);
  }
}
