package io.stillpoint.engine.batch;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.TableResults;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.BatchWriteItem;
import io.stillpoint.engine.model.ReturnConsumedCapacity;
import io.stillpoint.engine.model.ReturnItemCollectionMetrics;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * BatchWriteItem: puts and deletes, each by itself. What was surely not applied while other writes
 * were comes back as UnprocessedItems; an unknown outcome makes the whole request's unknown.
 */
public final class BatchWriteItemOperation implements Operation {
  private final ItemEngine engine;

  public BatchWriteItemOperation(ItemEngine engine) {
    this.engine = engine;
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    BatchWriteItem request = BatchWriteItem.from(body);
    List<TableWrites> tables = request.tables().stream().map(TableWrites::of).toList();
    return Call.on(
        request.tables().stream().map(BatchWriteItem.Writes::table).toList(),
        deadline -> write(account, request, tables, deadline));
  }

  private Bytes write(
      String account, BatchWriteItem request, List<TableWrites> tables, Deadline deadline) {
    boolean counts = request.returnConsumedCapacity() != ReturnConsumedCapacity.NONE;
    for (TableWrites writes : tables) {
      // All tables are checked before anything is written.
      writes.check(engine.access().open(account, writes.table(), deadline).definition());
    }
    TableResults results = new TableResults();
    JsonWriter metrics = new JsonWriter().object();
    Map<TableWrites, List<BatchWriteItem.Write>> unprocessed = new LinkedHashMap<>();
    boolean applied = false;
    RuntimeException away = null;
    for (TableWrites writes : tables) {
      TableWrites.Outcome outcome = writes.run(account, engine, counts, deadline);
      applied |= !outcome.applied().isEmpty();
      if (!outcome.unprocessed().isEmpty()) {
        unprocessed.put(writes, outcome.unprocessed());
        away = outcome.reason();
      }
      if (counts) {
        outcome
            .applied()
            .forEach(done -> results.add(writes.table(), CapacityUnits.Access.WRITE, done));
      }
      if (request.returnItemCollectionMetrics() == ReturnItemCollectionMetrics.SIZE) {
        writes.writeMetrics(metrics, account, engine, outcome.applied(), deadline);
      }
    }
    if (!applied && away != null) {
      throw away;
    }
    JsonWriter out = new JsonWriter().object();
    out.name("UnprocessedItems").object();
    unprocessed.forEach((writes, left) -> writes.writeUnprocessed(out, left));
    out.endObject();
    if (request.returnItemCollectionMetrics() == ReturnItemCollectionMetrics.SIZE) {
      out.name("ItemCollectionMetrics").raw(metrics.endObject().toBytes());
    }
    results.writeCapacity(out, request.returnConsumedCapacity());
    return out.endObject().toBytes();
  }

  /** What the client gets if nothing was applied because others were faster. */
  static ServiceException contended() {
    return new ServiceException(
        ErrorType.SERVICE_UNAVAILABLE,
        "Other writers changed the items faster than this request could. Nothing was written; send"
            + " it again.");
  }
}
