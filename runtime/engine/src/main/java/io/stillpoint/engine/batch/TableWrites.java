package io.stillpoint.engine.batch;

import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.error.UnsupportedException;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.index.IndexKeys;
import io.stillpoint.engine.item.Check;
import io.stillpoint.engine.item.CollectionSizes;
import io.stillpoint.engine.item.DeleteAction;
import io.stillpoint.engine.item.ItemChecks;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.PutAction;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.item.TableResults;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.BatchWriteItem;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.validation.KeyValidation;
import io.stillpoint.engine.write.Companion;
import io.stillpoint.engine.write.ContendedException;
import io.stillpoint.engine.write.ItemAction;
import io.stillpoint.engine.write.ItemWrite;
import io.stillpoint.engine.write.RefusedException;
import io.stillpoint.engine.write.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The writes of a BatchWriteItem to one table. They go as one batch, which costs one commit instead
 * of twenty-five; only what the backend does not take as one batch goes one by one.
 */
record TableWrites(TableRef table, List<One> writes) {

  /** One write: as it was sent, and as it is carried out. */
  record One(BatchWriteItem.Write sent, Map<String, AttributeValue> key, ItemAction action) {}

  /**
   * What came of them.
   *
   * @param unprocessed surely not applied
   * @param reason why; null if all were applied
   */
  record Outcome(
      List<Written> applied, List<BatchWriteItem.Write> unprocessed, RuntimeException reason) {}

  static TableWrites of(BatchWriteItem.Writes writes) {
    return new TableWrites(writes.table(), writes.writes().stream().map(TableWrites::one).toList());
  }

  private static One one(BatchWriteItem.Write write) {
    if (write instanceof BatchWriteItem.Put put) {
      return new One(write, put.item(), new PutAction(StoredItem.of(put.item()), Check.NONE));
    }
    return new One(write, ((BatchWriteItem.Delete) write).key(), new DeleteAction(Check.NONE));
  }

  /**
   * @throws ServiceException if a write does not fit the table, or two are of one item
   */
  void check(TableDefinition definition) {
    for (One write : writes) {
      if (write.sent() instanceof BatchWriteItem.Put) {
        KeyValidation.checkBatchItem(definition.key(), write.key());
        IndexKeys.check(definition, write.key());
      } else {
        ItemChecks.key(definition, write.key());
      }
    }
    KeyValidation.checkDistinct(
        writes.stream().map(write -> key(definition, write)).toList(),
        KeyValidation.DUPLICATE_KEYS);
  }

  private static EntryKey key(TableDefinition definition, One write) {
    return ItemEntry.key(definition.key(), write.key());
  }

  /**
   * Carries them out.
   *
   * @throws io.stillpoint.api.error.OutcomeUnknownException if some may have been applied
   */
  Outcome run(String account, ItemEngine engine, boolean wantsOld, Deadline deadline) {
    try {
      return new Outcome(write(account, engine, writes, wantsOld, deadline), List.of(), null);
    } catch (LimitExceededException | UnsupportedException e) {
      if (writes.size() == 1) {
        throw e;
      }
      return oneByOne(account, engine, wantsOld, deadline);
    } catch (TransientException e) {
      return new Outcome(List.of(), writes.stream().map(One::sent).toList(), e);
    } catch (ContendedException e) {
      return new Outcome(
          List.of(), writes.stream().map(One::sent).toList(), BatchWriteItemOperation.contended());
    }
  }

  private Outcome oneByOne(String account, ItemEngine engine, boolean wantsOld, Deadline deadline) {
    List<Written> applied = new ArrayList<>();
    List<BatchWriteItem.Write> unprocessed = new ArrayList<>();
    RuntimeException reason = null;
    for (One write : writes) {
      try {
        applied.addAll(write(account, engine, List.of(write), wantsOld, deadline));
      } catch (TransientException e) {
        unprocessed.add(write.sent());
        reason = e;
      } catch (ContendedException e) {
        unprocessed.add(write.sent());
        reason = BatchWriteItemOperation.contended();
      }
    }
    return new Outcome(applied, unprocessed, reason);
  }

  private List<Written> write(
      String account, ItemEngine engine, List<One> some, boolean wantsOld, Deadline deadline) {
    return engine
        .access()
        .on(
            account,
            table,
            deadline,
            (open, storage) -> write(engine, some, wantsOld, open, storage, deadline));
  }

  private List<Written> write(
      ItemEngine engine,
      List<One> some,
      boolean wantsOld,
      OpenTable open,
      StorageEngine storage,
      Deadline deadline) {
    check(open.definition());
    List<ItemWrite> items =
        some.stream()
            .map(
                write ->
                    new ItemWrite(open, key(open.definition(), write), write.action(), wantsOld))
            .toList();
    try {
      return engine.writer().write(storage, items, Companion.NONE, deadline);
    } catch (RefusedException e) {
      throw e.refusals().stream().filter(r -> r != null).findFirst().orElseThrow();
    }
  }

  /** Writes the table's member of ItemCollectionMetrics, if its items form collections. */
  void writeMetrics(
      JsonWriter out, String account, ItemEngine engine, List<Written> applied, Deadline deadline) {
    if (applied.isEmpty() || !CollectionSizes.has(applied.get(0).write().table().definition())) {
      return;
    }
    TableResults.writeCollections(
        out,
        table,
        applied.stream().map(Written::write).toList(),
        write ->
            engine
                .access()
                .on(
                    account,
                    table,
                    deadline,
                    (open, storage) -> {
                      engine.collections().write(out, open, write.key(), storage, deadline);
                      return null;
                    }));
  }

  /** Writes the table's member of UnprocessedItems. */
  void writeUnprocessed(JsonWriter out, List<BatchWriteItem.Write> left) {
    out.name(table.requested()).array();
    for (BatchWriteItem.Write write : left) {
      if (write instanceof BatchWriteItem.Put put) {
        out.object().name("PutRequest").object().name("Item").value(put.item());
      } else {
        out.object()
            .name("DeleteRequest")
            .object()
            .name("Key")
            .value(((BatchWriteItem.Delete) write).key());
      }
      out.endObject().endObject();
    }
    out.endArray();
  }
}
