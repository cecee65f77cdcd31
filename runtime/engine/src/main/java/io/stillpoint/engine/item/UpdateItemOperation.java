package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.expression.UpdateProgram;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.model.UpdateItem;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.write.ItemWrite;
import io.stillpoint.engine.write.Written;
import java.util.List;
import java.util.Map;

/** UpdateItem. */
public final class UpdateItemOperation implements Operation {
  private final ItemEngine engine;

  public UpdateItemOperation(ItemEngine engine) {
    this.engine = engine;
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    UpdateItem request = UpdateItem.from(body);
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), request.attributes());
    UpdateProgram program = expressions.update(request.updateExpression());
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
                    (table, storage) -> update(request, program, check, table, storage, deadline)));
  }

  private Bytes update(
      UpdateItem request,
      UpdateProgram program,
      Check check,
      OpenTable table,
      StorageEngine storage,
      Deadline deadline) {
    ItemChecks.key(table.definition(), request.key());
    UpdateAction action = new UpdateAction(table.definition(), request.key(), program, check);
    if (program != null) {
      RequestExpressions.requireScalarKeys(table.definition(), program.attributes());
    }
    ItemChecks.condition(table.definition(), check);
    SingleWrite single =
        new SingleWrite(
            request.table(),
            request.returnConsumedCapacity(),
            request.returnItemCollectionMetrics());
    ItemWrite write =
        new ItemWrite(table, ItemEntry.key(table.definition().key(), request.key()), action, false);
    return single.run(
        engine, write, written -> attributes(request, action, written), storage, deadline);
  }

  private static Bytes attributes(UpdateItem request, UpdateAction action, Written written) {
    return switch (request.returnValues()) {
      case NONE -> null;
      case ALL_OLD -> written.old() == null ? null : written.old().json();
      case ALL_NEW -> written.item() == null ? null : written.item().json();
      case UPDATED_OLD -> shown(action.result().updatedOld());
      case UPDATED_NEW -> shown(action.result().updatedNew());
    };
  }

  /** No attributes are no member of the response. */
  private static Bytes shown(Map<String, AttributeValue> attributes) {
    return attributes.isEmpty() ? null : CanonicalJson.encode(attributes);
  }
}
