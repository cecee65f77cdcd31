package io.stillpoint.engine.transaction;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.capacity.ConsumedCapacity;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.item.TableResults;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.ReturnConsumedCapacity;
import io.stillpoint.engine.model.ReturnItemCollectionMetrics;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.model.TransactWriteItems;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.validation.EmptyKeyException;
import io.stillpoint.engine.validation.KeyValidation;
import io.stillpoint.engine.write.Companion;
import io.stillpoint.engine.write.ContendedException;
import io.stillpoint.engine.write.ItemWrite;
import io.stillpoint.engine.write.RefusedException;
import io.stillpoint.engine.write.Written;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** TransactWriteItems: all actions in one batch, with index entries and token, or nothing. */
public final class TransactWriteItemsOperation implements Operation {
  private final ItemEngine engine;
  private final TokenSweep tokens;
  private final InstantSource clock;

  /**
   * @param clock tells how old a token is
   */
  public TransactWriteItemsOperation(ItemEngine engine, TokenSweep tokens, InstantSource clock) {
    this.engine = engine;
    this.tokens = tokens;
    this.clock = clock;
  }

  /** A request whose expressions are bound. */
  private record Bound(
      String account, TransactWriteItems request, List<PlannedAction> actions, Bytes digest) {
    boolean countsCapacity() {
      return request.returnConsumedCapacity() != ReturnConsumedCapacity.NONE;
    }
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    TransactWriteItems request = TransactWriteItems.from(body);
    List<PlannedAction> actions =
        request.actions().stream()
            .map(action -> PlannedAction.of(action, engine.expressions()))
            .toList();
    Bytes digest = request.clientRequestToken() == null ? null : RequestDigest.of(request);
    Bound bound = new Bound(account, request, actions, digest);
    List<TableRef> tables =
        request.actions().stream().map(TransactWriteItems.Action::table).distinct().toList();
    return Call.on(
        tables,
        deadline ->
            engine
                .access()
                .onAll(
                    account,
                    tables,
                    deadline,
                    (opened, storage) -> write(bound, opened, storage, deadline)));
  }

  private Bytes write(
      Bound bound, Map<String, OpenTable> tables, StorageEngine storage, Deadline deadline) {
    List<ItemWrite> writes = writes(bound, tables);
    TokenGuard guard = guard(bound, tables);
    try {
      if (guard != null) {
        guard.look(storage, deadline);
        tokens.written(writtenTables(bound, tables));
      }
      return answer(bound, commit(writes, guard, storage, deadline), storage, deadline);
    } catch (TokenGuard.AppliedBeforeException e) {
      return answerAgain(bound, writes, storage, deadline);
    }
  }

  private List<Written> commit(
      List<ItemWrite> writes, TokenGuard guard, StorageEngine storage, Deadline deadline) {
    try {
      return engine
          .writer()
          .write(storage, writes, guard == null ? Companion.NONE : guard, deadline);
    } catch (RefusedException e) {
      if (guard != null) {
        // The same request may have been applied meanwhile, and be what its conditions failed on.
        guard.look(storage, deadline);
      }
      throw canceled(e.refusals());
    } catch (ContendedException e) {
      throw new TransactionCanceledException(
          IntStream.range(0, writes.size())
              .mapToObj(
                  i ->
                      e.items().isEmpty() || e.items().contains(i)
                          ? TransactionCanceledException.Reason.CONFLICT
                          : TransactionCanceledException.Reason.NONE)
              .toList());
    }
  }

  private static List<ItemWrite> writes(Bound bound, Map<String, OpenTable> tables) {
    List<ItemWrite> writes = new ArrayList<>();
    List<ServiceException> refusals = new ArrayList<>();
    SizeLimit limit = new SizeLimit(bound.actions().size());
    for (PlannedAction action : bound.actions()) {
      ServiceException refusal = null;
      try {
        OpenTable table = tables.get(action.action().table().name());
        ItemWrite write = action.on(table, bound.countsCapacity());
        int place = writes.size();
        writes.add(write.with(limit.count(place, write.action())));
      } catch (EmptyKeyException e) {
        throw e;
      } catch (ServiceException e) {
        refusal = e;
      }
      refusals.add(refusal);
    }
    if (refusals.stream().anyMatch(Objects::nonNull)) {
      throw canceled(refusals);
    }
    KeyValidation.checkDistinct(
        writes.stream().map(write -> new ReadKey(write.table().id(), 0, write.key())).toList(),
        KeyValidation.SEVERAL_OPERATIONS);
    return writes;
  }

  private static TransactionCanceledException canceled(List<ServiceException> refusals) {
    return new TransactionCanceledException(
        refusals.stream().map(TransactionCanceledException.Reason::of).toList());
  }

  private TokenGuard guard(Bound bound, Map<String, OpenTable> tables) {
    List<OpenTable> written = writtenTables(bound, tables);
    return bound.digest() == null || written.isEmpty()
        ? null
        : new TokenGuard(
            bound.account(),
            bound.request().clientRequestToken(),
            bound.digest(),
            written,
            Instant.ofEpochMilli(clock.millis()));
  }

  private static List<OpenTable> writtenTables(Bound bound, Map<String, OpenTable> tables) {
    return bound.actions().stream()
        .filter(PlannedAction::writes)
        .map(action -> tables.get(action.action().table().name()))
        .distinct()
        .toList();
  }

  private Bytes answer(
      Bound bound, List<Written> written, StorageEngine storage, Deadline deadline) {
    TableResults results = new TableResults();
    boolean metrics =
        bound.request().returnItemCollectionMetrics() == ReturnItemCollectionMetrics.SIZE;
    for (int i = 0; i < written.size(); i++) {
      TableRef table = bound.request().actions().get(i).table();
      if (bound.countsCapacity()) {
        results.add(table, CapacityUnits.Access.TRANSACTIONAL_WRITE, written.get(i));
      }
      if (metrics && bound.actions().get(i).writes()) {
        results.addCollection(table, written.get(i).write());
      }
    }
    return answer(bound, results, storage, deadline);
  }

  /** A repeated request consumes what reading its items takes (API Reference). */
  private Bytes answerAgain(
      Bound bound, List<ItemWrite> writes, StorageEngine storage, Deadline deadline) {
    TableResults results = new TableResults();
    if (bound.countsCapacity()) {
      List<Entry> entries =
          storage.read(
              writes.stream().map(write -> write.table().at()).distinct().toList(),
              writes.stream()
                  .map(write -> new ReadKey(write.table().id(), Spaces.ITEMS, write.key()))
                  .toList(),
              true,
              deadline);
      for (int i = 0; i < entries.size(); i++) {
        StoredItem item = StoredItem.of(entries.get(i));
        ConsumedCapacity capacity = results.of(bound.request().actions().get(i).table());
        capacity.add(CapacityUnits.Access.TRANSACTIONAL_READ, item == null ? 0 : item.size());
      }
    }
    return answer(bound, results, storage, deadline);
  }

  private Bytes answer(
      Bound bound, TableResults results, StorageEngine storage, Deadline deadline) {
    JsonWriter out = new JsonWriter().object();
    results.write(
        out, bound.request().returnConsumedCapacity(), engine.collections(), storage, deadline);
    return out.endObject().toBytes();
  }
}
