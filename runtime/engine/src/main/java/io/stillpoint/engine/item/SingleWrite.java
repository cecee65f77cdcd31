package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.capacity.ConsumedCapacity;
import io.stillpoint.engine.capacity.WriteCapacity;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.ReturnConsumedCapacity;
import io.stillpoint.engine.model.ReturnItemCollectionMetrics;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.write.BatchWriter;
import io.stillpoint.engine.write.Companion;
import io.stillpoint.engine.write.ContendedException;
import io.stillpoint.engine.write.ItemWrite;
import io.stillpoint.engine.write.RefusedException;
import io.stillpoint.engine.write.Written;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Carries out a write of one item and answers it: what PutItem, UpdateItem and DeleteItem share.
 *
 * @param table as the request named it
 */
record SingleWrite(
    TableRef table, ReturnConsumedCapacity capacity, ReturnItemCollectionMetrics metrics) {

  boolean countsCapacity() {
    return capacity != ReturnConsumedCapacity.NONE;
  }

  /**
   * Writes.
   *
   * @param attributes what the response's Attributes are, as JSON; null for none
   */
  Bytes run(
      ItemEngine engine,
      ItemWrite write,
      Function<Written, Bytes> attributes,
      StorageEngine storage,
      Deadline deadline) {
    Written written = write(engine.writer(), storage, write, deadline);
    JsonWriter out = new JsonWriter(64).object();
    Bytes shown = attributes.apply(written);
    if (shown != null) {
      out.name("Attributes").raw(shown);
    }
    if (countsCapacity()) {
      ConsumedCapacity consumed = new ConsumedCapacity(table.requested());
      add(consumed, CapacityUnits.Access.WRITE, written);
      out.name("ConsumedCapacity");
      consumed.write(out, capacity == ReturnConsumedCapacity.INDEXES);
    }
    if (metrics == ReturnItemCollectionMetrics.SIZE
        && CollectionSizes.has(write.table().definition())) {
      out.name("ItemCollectionMetrics");
      engine.collections().write(out, write.table(), write.key(), storage, deadline);
    }
    return out.endObject().toBytes();
  }

  /** Writes one item; refusals come as they are. */
  static Written write(
      BatchWriter writer, StorageEngine storage, ItemWrite write, Deadline deadline) {
    try {
      return writer.write(storage, List.of(write), Companion.NONE, deadline).get(0);
    } catch (RefusedException e) {
      throw e.refusals().get(0);
    } catch (ContendedException e) {
      throw new ServiceException(
          ErrorType.SERVICE_UNAVAILABLE,
          "Other writers changed the item faster than this request could. Nothing was written;"
              + " send it again.");
    }
  }

  /** Adds what a write of one item consumed. */
  static void add(ConsumedCapacity consumed, CapacityUnits.Access access, Written written) {
    WriteCapacity.add(
        consumed,
        access,
        written.write().table().definition(),
        written.write().key(),
        attributesOf(written.old()),
        attributesOf(written.item()));
  }

  private static Map<String, AttributeValue> attributesOf(StoredItem item) {
    return item == null ? null : item.attributes();
  }
}
