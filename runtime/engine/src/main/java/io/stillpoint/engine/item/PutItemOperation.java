package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.model.PutItem;
import io.stillpoint.engine.model.ReturnValues;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.write.ItemWrite;
import java.util.List;

/** PutItem. */
public final class PutItemOperation implements Operation {
  private final ItemEngine engine;

  public PutItemOperation(ItemEngine engine) {
    this.engine = engine;
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    PutItem request = PutItem.from(body);
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), request.attributes());
    Check check =
        Check.of(
            expressions.condition(ExpressionKind.CONDITION, request.conditionExpression()),
            request.onConditionCheckFailure());
    expressions.requireAllUsed();
    StoredItem item = StoredItem.of(request.item());
    return Call.on(
        List.of(request.table()),
        deadline ->
            engine
                .access()
                .on(
                    account,
                    request.table(),
                    deadline,
                    (table, storage) -> put(request, item, check, table, storage, deadline)));
  }

  private Bytes put(
      PutItem request,
      StoredItem item,
      Check check,
      OpenTable table,
      StorageEngine storage,
      Deadline deadline) {
    ItemChecks.item(table.definition(), item.attributes());
    ItemChecks.condition(table.definition(), check);
    SingleWrite single =
        new SingleWrite(
            request.table(),
            request.returnConsumedCapacity(),
            request.returnItemCollectionMetrics());
    boolean returnsOld = request.returnValues() == ReturnValues.ALL_OLD;
    ItemWrite write =
        new ItemWrite(
            table,
            ItemEntry.key(table.definition().key(), item.attributes()),
            new PutAction(item, check),
            returnsOld || single.countsCapacity());
    return single.run(
        engine,
        write,
        written -> returnsOld && written.old() != null ? written.old().json() : null,
        storage,
        deadline);
  }
}
