package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.capacity.ConsumedCapacity;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.GetItem;
import io.stillpoint.engine.model.ReturnConsumedCapacity;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.validation.KeyValidation;
import java.util.List;

/** GetItem: the stored JSON, unparsed unless a projection needs its attributes. */
public final class GetItemOperation implements Operation {
  private final ItemEngine engine;

  public GetItemOperation(ItemEngine engine) {
    this.engine = engine;
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    GetItem request = GetItem.from(body);
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), request.attributes());
    Projection projection = expressions.projection(request.projectionExpression());
    expressions.requireAllUsed();
    return Call.on(
        List.of(request.table()),
        deadline ->
            engine
                .access()
                .on(
                    account,
                    request.table(),
                    deadline,
                    (table, storage) -> get(request, projection, table, storage, deadline)));
  }

  private static Bytes get(
      GetItem request,
      Projection projection,
      OpenTable table,
      StorageEngine storage,
      Deadline deadline) {
    KeyValidation.checkKey(table.definition().key(), request.key());
    RequestExpressions.requireScalarKeys(
        table.definition(), projection == null ? null : projection.attributes());
    EntryKey key = ItemEntry.key(table.definition().key(), request.key());
    Entry entry =
        storage
            .read(
                List.of(table.at()),
                List.of(new ReadKey(table.id(), Spaces.ITEMS, key)),
                request.consistentRead(),
                deadline)
            .get(0);
    StoredItem item = StoredItem.of(entry);
    JsonWriter out = new JsonWriter(item == null ? 64 : entry.value().length() + 64).object();
    if (item != null) {
      out.name("Item");
      write(out, item, projection);
    }
    if (request.returnConsumedCapacity() != ReturnConsumedCapacity.NONE) {
      ConsumedCapacity capacity = new ConsumedCapacity(request.table().requested());
      capacity.add(CapacityUnits.read(request.consistentRead()), item == null ? 0 : item.size());
      out.name("ConsumedCapacity");
      capacity.write(out, request.returnConsumedCapacity() == ReturnConsumedCapacity.INDEXES);
    }
    return out.endObject().toBytes();
  }

  /**
   * Writes an item or what a projection takes of it.
   *
   * @param projection null for all of it
   */
  public static void write(JsonWriter out, StoredItem item, Projection projection) {
    if (projection == null) {
      out.raw(item.json());
    } else {
      out.value(projection.apply(item.attributes()));
    }
  }
}
