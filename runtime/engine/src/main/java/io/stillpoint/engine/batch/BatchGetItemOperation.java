package io.stillpoint.engine.batch;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.item.GetItemOperation;
import io.stillpoint.engine.item.ItemChecks;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.RequestExpressions;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.item.TableResults;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.BatchGetItem;
import io.stillpoint.engine.operation.AnswerMemory;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * BatchGetItem: up to 16 MB of items of several tables, each as of an instant of its own. What is
 * over that, or over the memory there is, or on a backend that is away while others answered, comes
 * back as UnprocessedKeys.
 */
public final class BatchGetItemOperation implements Operation {
  /** The most that a response returns (API Reference, BatchGetItem). */
  private static final long MAX_BYTES = 16L * 1024 * 1024;

  /** How many items are read at a time while it is not known that they are small. */
  private static final int FEW = 5;

  private static final int MANY = 25;
  private static final int SMALL_ITEM = 16 * 1024;

  private final ItemEngine engine;

  public BatchGetItemOperation(ItemEngine engine) {
    this.engine = engine;
  }

  /** A table's keys whose projection is bound; null for none. */
  private record Bound(BatchGetItem.Keys keys, Projection projection) {}

  @Override
  public Call parse(String account, Json.Obj body) {
    BatchGetItem request = BatchGetItem.from(body);
    List<Bound> tables = request.tables().stream().map(this::bind).toList();
    return Call.on(
        request.tables().stream().map(BatchGetItem.Keys::table).toList(),
        deadline -> get(account, request, tables, deadline));
  }

  private Bound bind(BatchGetItem.Keys keys) {
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), keys.attributes());
    Projection projection = expressions.projection(keys.projectionExpression());
    expressions.requireAllUsed();
    return new Bound(keys, projection);
  }

  private Bytes get(String account, BatchGetItem request, List<Bound> tables, Deadline deadline) {
    try (AnswerMemory.Grant memory = engine.memory().nothingYet()) {
      return get(account, request, tables, memory, deadline);
    }
  }

  private Bytes get(
      String account,
      BatchGetItem request,
      List<Bound> tables,
      AnswerMemory.Grant memory,
      Deadline deadline) {
    for (Bound bound : tables) {
      check(bound, engine.access().open(account, bound.keys().table(), deadline));
    }
    TableResults results = new TableResults();
    Map<BatchGetItem.Keys, List<Map<String, AttributeValue>>> unprocessed = new LinkedHashMap<>();
    JsonWriter out = new JsonWriter(4096).object().name("Responses").object();
    long size = 0;
    int read = 0;
    boolean full = false;
    TransientException away = null;
    for (Bound bound : tables) {
      out.name(bound.keys().table().requested()).array();
      List<Map<String, AttributeValue>> left = new ArrayList<>(bound.keys().keys());
      try {
        while (!left.isEmpty() && size < MAX_BYTES) {
          boolean small = read > 0 && size / read <= SMALL_ITEM;
          int some = memory.moreItems(Math.min(left.size(), small ? MANY : FEW));
          if (some == 0) {
            full = true;
            break;
          }
          size += read(account, bound, left, some, MAX_BYTES - size, results, out, deadline);
          memory.keep(size);
          read += some;
        }
      } catch (TransientException e) {
        away = e;
      }
      out.endArray();
      if (!left.isEmpty()) {
        unprocessed.put(bound.keys(), left);
      }
    }
    boolean none =
        unprocessed.size() == tables.size()
            && unprocessed.entrySet().stream()
                .allMatch(entry -> entry.getValue().size() == entry.getKey().keys().size());
    if (none && away != null) {
      throw away;
    }
    if (none && full) {
      throw engine.memory().full();
    }
    out.endObject();
    writeUnprocessed(out.name("UnprocessedKeys").object(), unprocessed);
    results.writeCapacity(out.endObject(), request.returnConsumedCapacity());
    return out.endObject().toBytes();
  }

  private static void check(Bound bound, OpenTable table) {
    for (Map<String, AttributeValue> key : bound.keys().keys()) {
      ItemChecks.key(table.definition(), key);
    }
    if (bound.projection() != null) {
      RequestExpressions.requireScalarKeys(table.definition(), bound.projection().attributes());
    }
  }

  /**
   * Reads the first of the keys that are left and takes those that were answered off.
   *
   * @param some how many
   * @return the size of the items that were written
   */
  private long read(
      String account,
      Bound bound,
      List<Map<String, AttributeValue>> left,
      int some,
      long room,
      TableResults results,
      JsonWriter out,
      Deadline deadline) {
    List<Map<String, AttributeValue>> first = left.subList(0, some);
    List<Entry> entries =
        engine
            .access()
            .on(
                account,
                bound.keys().table(),
                deadline,
                (table, storage) -> read(bound, first, table, storage, deadline));
    long written = 0;
    int answered = 0;
    for (Entry entry : entries) {
      StoredItem item = StoredItem.of(entry);
      if (item != null) {
        if (written + item.size() > room) {
          // Nothing more fits; saying so with a full page ends the loop.
          written = room;
          break;
        }
        written += item.size();
        GetItemOperation.write(out, item, bound.projection());
      }
      results
          .of(bound.keys().table())
          .add(CapacityUnits.read(bound.keys().consistentRead()), item == null ? 0 : item.size());
      answered++;
    }
    left.subList(0, answered).clear();
    return written;
  }

  private static List<Entry> read(
      Bound bound,
      List<Map<String, AttributeValue>> some,
      OpenTable table,
      StorageEngine storage,
      Deadline deadline) {
    check(bound, table);
    List<ReadKey> keys =
        some.stream()
            .map(key -> ItemEntry.key(table.definition().key(), key))
            .map(key -> new ReadKey(table.id(), Spaces.ITEMS, key))
            .toList();
    return storage.read(List.of(table.at()), keys, bound.keys().consistentRead(), deadline);
  }

  private static void writeUnprocessed(
      JsonWriter out, Map<BatchGetItem.Keys, List<Map<String, AttributeValue>>> unprocessed) {
    unprocessed.forEach(
        (table, left) -> {
          out.name(table.table().requested()).object().name("Keys").array();
          left.forEach(out::value);
          out.endArray();
          if (table.consistentRead()) {
            out.member("ConsistentRead", true);
          }
          out.member("ProjectionExpression", table.projectionExpression());
          if (!table.attributes().names().isEmpty()) {
            out.name("ExpressionAttributeNames").object();
            table.attributes().names().forEach(out::member);
            out.endObject();
          }
          out.endObject();
        });
  }
}
