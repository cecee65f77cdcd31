package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.model.DeleteItem;
import io.stillpoint.engine.model.ReturnValues;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.write.ItemWrite;
import java.util.List;

/** DeleteItem. */
public final class DeleteItemOperation implements Operation {
  private final ItemEngine engine;

  public DeleteItemOperation(ItemEngine engine) {
    this.engine = engine;
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    DeleteItem request = DeleteItem.from(body);
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), request.attributes());
    Check check =
        Check.of(
            expressions.condition(ExpressionKind.CONDITION, request.conditionExpression()),
            request.onConditionCheckFailure());
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
                    (table, storage) -> delete(request, check, table, storage, deadline)));
  }

  private Bytes delete(
      DeleteItem request, Check check, OpenTable table, StorageEngine storage, Deadline deadline) {
    ItemChecks.key(table.definition(), request.key());
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
            ItemEntry.key(table.definition().key(), request.key()),
            new DeleteAction(check),
            returnsOld || single.countsCapacity());
    return single.run(
        engine,
        write,
        written -> returnsOld && written.old() != null ? written.old().json() : null,
        storage,
        deadline);
  }
}
