package io.stillpoint.engine.index;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The one place that says which entries an item has in its table's indexes. Writers and the
 * backfill both use it, so that the index is a function of the items whoever made an entry.
 *
 * <p>An index is sparse: an item without all of the index's key attributes, or with one that cannot
 * be a key ({@link IndexKeys}), has no entry. An entry carries the write id of the item it was made
 * from.
 */
public final class IndexEntries {
  private IndexEntries() {}

  /**
   * The changes of index spaces that belong into the batch that changes an item. They expect
   * nothing themselves: the batch must hold the item's change, expecting the item that {@code old}
   * is, and be planned under the revision of {@code table}.
   *
   * @param old the item that is there now; null if none
   * @param item the item that the batch writes; null if it deletes
   * @param writeId the batch's
   * @param out takes each change
   */
  public static void changes(
      TableDefinition table,
      EntryKey baseKey,
      Map<String, AttributeValue> old,
      ItemImage item,
      WriteId writeId,
      Consumer<Change> out) {
    List<IndexDefinition> indexes = table.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      IndexDefinition index = indexes.get(i);
      if (!index.isMaintained()) {
        continue;
      }
      EntryKey before = old == null ? null : key(index, baseKey, old);
      EntryKey after = item == null ? null : key(index, baseKey, item.attributes());
      if (before != null && !before.equals(after)) {
        out.accept(Change.delete(table.id(), index.space(), before, Expectation.any()));
      }
      if (after != null) {
        out.accept(
            Change.put(
                table.id(),
                index.space(),
                after,
                Expectation.any(),
                value(table, index, baseKey, after, item, writeId)));
      }
    }
  }

  /** The key of an item's entry in an index; null if the item has none there. */
  public static EntryKey key(
      IndexDefinition index, EntryKey baseKey, Map<String, AttributeValue> item) {
    return IndexKeys.isIndexed(index, item) ? IndexEntry.key(index, baseKey, item) : null;
  }

  /**
   * The value of an item's entry in an index.
   *
   * @param key as {@link #key} gives it
   * @param writeId the attempt that wrote the item
   */
  public static Bytes value(
      TableDefinition table,
      IndexDefinition index,
      EntryKey baseKey,
      EntryKey key,
      ItemImage item,
      WriteId writeId) {
    ItemImage shown =
        index.projection().type() == Projection.Type.ALL
            ? item
            : ItemImage.of(projected(table, index, item.attributes()));
    return new IndexEntry(baseKey, writeId, shown.json()).value(key, shown.size());
  }

  /** The attributes of an item that an index shows: all keys, and what it projects. */
  public static Map<String, AttributeValue> projected(
      TableDefinition table, IndexDefinition index, Map<String, AttributeValue> item) {
    if (index.projection().type() == Projection.Type.ALL) {
      return item;
    }
    Map<String, AttributeValue> shown = new LinkedHashMap<>();
    for (KeyAttribute attribute : table.key().attributes()) {
      copy(item, attribute.name(), shown);
    }
    for (KeyAttribute attribute : index.key().attributes()) {
      copy(item, attribute.name(), shown);
    }
    for (String name : index.projection().nonKeyAttributes()) {
      copy(item, name, shown);
    }
    return shown;
  }

  private static void copy(
      Map<String, AttributeValue> from, String name, Map<String, AttributeValue> to) {
    AttributeValue value = from.get(name);
    if (value != null) {
      to.put(name, value);
    }
  }
}
