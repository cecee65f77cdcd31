package io.stillpoint.engine.transaction;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.item.GetItemOperation;
import io.stillpoint.engine.item.ItemChecks;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.RequestExpressions;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.item.TableResults;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.model.TransactGetItems;
import io.stillpoint.engine.operation.AnswerMemory;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.validation.KeyValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** TransactGetItems: items of one instant, by one read. */
public final class TransactGetItemsOperation implements Operation {
  private final ItemEngine engine;

  public TransactGetItemsOperation(ItemEngine engine) {
    this.engine = engine;
  }

  /** A get whose projection is bound; null for none. */
  private record Bound(TransactGetItems.Get get, Projection projection) {}

  @Override
  public Call parse(String account, Json.Obj body) {
    TransactGetItems request = TransactGetItems.from(body);
    List<Bound> gets = request.gets().stream().map(this::bind).toList();
    List<TableRef> tables =
        request.gets().stream().map(TransactGetItems.Get::table).distinct().toList();
    return Call.on(
        tables,
        deadline ->
            engine
                .access()
                .onAll(
                    account,
                    tables,
                    deadline,
                    (opened, storage) -> get(request, gets, opened, storage, deadline)));
  }

  private Bound bind(TransactGetItems.Get get) {
    RequestExpressions expressions = new RequestExpressions(engine.expressions(), get.attributes());
    Projection projection = expressions.projection(get.projectionExpression());
    expressions.requireAllUsed();
    return new Bound(get, projection);
  }

  private Bytes get(
      TransactGetItems request,
      List<Bound> gets,
      Map<String, OpenTable> tables,
      StorageEngine storage,
      Deadline deadline) {
    List<ReadKey> keys = keys(gets, tables);
    // All of one instant, so all at once; whether they are too large shows only then.
    try (AnswerMemory.Grant memory = engine.memory().all(keys.size() * AnswerMemory.LARGEST_ITEM)) {
      List<Entry> entries =
          storage.read(tables.values().stream().map(OpenTable::at).toList(), keys, true, deadline);
      memory.keep(SizeLimit.MAX_BYTES);
      return answer(request, gets, entries);
    }
  }

  private static Bytes answer(TransactGetItems request, List<Bound> gets, List<Entry> entries) {
    TableResults results = new TableResults();
    JsonWriter out = new JsonWriter().object().name("Responses").array();
    long size = 0;
    for (int i = 0; i < gets.size(); i++) {
      StoredItem item = StoredItem.of(entries.get(i));
      out.object();
      if (item != null) {
        size += item.size();
        requireSize(size);
        GetItemOperation.write(out.name("Item"), item, gets.get(i).projection());
      }
      out.endObject();
      results
          .of(gets.get(i).get().table())
          .add(CapacityUnits.Access.TRANSACTIONAL_READ, item == null ? 0 : item.size());
    }
    out.endArray();
    results.writeCapacity(out, request.returnConsumedCapacity());
    return out.endObject().toBytes();
  }

  private static void requireSize(long size) {
    if (size > SizeLimit.MAX_BYTES) {
      throw ServiceException.validation(
          "The items of the transaction are larger than 4 MB in all; read fewer at once");
    }
  }

  private static List<ReadKey> keys(List<Bound> gets, Map<String, OpenTable> tables) {
    List<ReadKey> keys = new ArrayList<>();
    List<ServiceException> refusals = new ArrayList<>();
    for (Bound bound : gets) {
      OpenTable table = tables.get(bound.get().table().name());
      ServiceException refusal = null;
      try {
        ItemChecks.key(table.definition(), bound.get().key());
        if (bound.projection() != null) {
          RequestExpressions.requireScalarKeys(table.definition(), bound.projection().attributes());
        }
        keys.add(
            new ReadKey(
                table.id(),
                Spaces.ITEMS,
                ItemEntry.key(table.definition().key(), bound.get().key())));
      } catch (ServiceException e) {
        refusal = e;
      }
      refusals.add(refusal);
    }
    if (refusals.stream().anyMatch(Objects::nonNull)) {
      throw new TransactionCanceledException(
          refusals.stream().map(TransactionCanceledException.Reason::of).toList());
    }
    KeyValidation.checkDistinct(keys, KeyValidation.SEVERAL_OPERATIONS);
    return keys;
  }
}
