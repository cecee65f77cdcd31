package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.capacity.ConsumedCapacity;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.ReturnConsumedCapacity;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.write.ItemWrite;
import io.stillpoint.engine.write.Written;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Consumed capacity and item collections of a request on several tables, by table in the order of
 * the request. Not thread-safe.
 */
public final class TableResults {
  private final Map<String, ConsumedCapacity> capacities = new LinkedHashMap<>();
  private final Map<TableRef, List<ItemWrite>> collections = new LinkedHashMap<>();

  /** A table's capacity, for adding to it. */
  public ConsumedCapacity of(TableRef table) {
    return capacities.computeIfAbsent(
        table.name(), name -> new ConsumedCapacity(table.requested()));
  }

  /** Adds what a write consumed. */
  public void add(TableRef table, CapacityUnits.Access access, Written written) {
    SingleWrite.add(of(table), access, written);
  }

  /** Adds the collection of a written item, if the table has such. */
  public void addCollection(TableRef table, ItemWrite write) {
    if (CollectionSizes.has(write.table().definition())) {
      collections.computeIfAbsent(table, name -> new ArrayList<>()).add(write);
    }
  }

  /** Writes ConsumedCapacity and ItemCollectionMetrics, as far as there are any. */
  public void write(
      JsonWriter out,
      ReturnConsumedCapacity wanted,
      CollectionSizes sizes,
      StorageEngine storage,
      Deadline deadline) {
    writeCapacity(out, wanted);
    if (!collections.isEmpty()) {
      out.name("ItemCollectionMetrics").object();
      collections.forEach(
          (table, writes) ->
              writeCollections(
                  out,
                  table,
                  writes,
                  write -> sizes.write(out, write.table(), write.key(), storage, deadline)));
      out.endObject();
    }
  }

  /**
   * Writes a table's member of ItemCollectionMetrics.
   *
   * @param size writes the metrics of a write's collection
   */
  public static void writeCollections(
      JsonWriter out, TableRef table, List<ItemWrite> writes, Consumer<ItemWrite> size) {
    out.name(table.requested()).array();
    Set<Bytes> seen = new HashSet<>();
    for (ItemWrite write : writes) {
      if (seen.add(write.key().partition())) {
        size.accept(write);
      }
    }
    out.endArray();
  }

  /** Writes ConsumedCapacity, if it is wanted. */
  public void writeCapacity(JsonWriter out, ReturnConsumedCapacity wanted) {
    if (wanted != ReturnConsumedCapacity.NONE) {
      out.name("ConsumedCapacity").array();
      capacities
          .values()
          .forEach(capacity -> capacity.write(out, wanted == ReturnConsumedCapacity.INDEXES));
      out.endArray();
    }
  }
}
