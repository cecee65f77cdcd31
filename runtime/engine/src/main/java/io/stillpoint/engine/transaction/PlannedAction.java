package io.stillpoint.engine.transaction;

import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.expression.ExpressionCache;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.expression.UpdateProgram;
import io.stillpoint.engine.item.Check;
import io.stillpoint.engine.item.CheckAction;
import io.stillpoint.engine.item.DeleteAction;
import io.stillpoint.engine.item.ItemChecks;
import io.stillpoint.engine.item.PutAction;
import io.stillpoint.engine.item.RequestExpressions;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.item.UpdateAction;
import io.stillpoint.engine.model.TransactWriteItems;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.write.ItemAction;
import io.stillpoint.engine.write.ItemWrite;
import java.util.Map;

/**
 * An action of TransactWriteItems whose expressions are bound.
 *
 * @param item of a Put, else null
 * @param program of an Update, else null
 */
record PlannedAction(
    TransactWriteItems.Action action, Check check, StoredItem item, UpdateProgram program) {

  static PlannedAction of(TransactWriteItems.Action action, ExpressionCache cache) {
    RequestExpressions expressions = new RequestExpressions(cache, action.attributes());
    UpdateProgram program =
        action instanceof TransactWriteItems.Update update
            ? expressions.update(update.updateExpression())
            : null;
    Check check =
        Check.of(
            expressions.condition(ExpressionKind.CONDITION, action.conditionExpression()),
            action.onConditionCheckFailure());
    expressions.requireAllUsed();
    StoredItem item =
        action instanceof TransactWriteItems.Put put ? StoredItem.of(put.item()) : null;
    return new PlannedAction(action, check, item, program);
  }

  boolean writes() {
    return !(action instanceof TransactWriteItems.ConditionCheck);
  }

  /**
   * The write that it is.
   *
   * @throws io.stillpoint.engine.error.ServiceException if it does not fit the table
   */
  ItemWrite on(OpenTable table, boolean wantsOld) {
    TableDefinition definition = table.definition();
    Map<String, AttributeValue> key = key();
    if (item != null) {
      ItemChecks.item(definition, item.attributes());
    } else {
      ItemChecks.key(definition, key);
    }
    ItemChecks.condition(definition, check);
    return new ItemWrite(
        table, ItemEntry.key(definition.key(), key), itemAction(definition, key), wantsOld);
  }

  /** The item of a Put, the key of others. */
  private Map<String, AttributeValue> key() {
    if (action instanceof TransactWriteItems.Update update) {
      return update.key();
    }
    if (action instanceof TransactWriteItems.Delete delete) {
      return delete.key();
    }
    return action instanceof TransactWriteItems.ConditionCheck checked
        ? checked.key()
        : item.attributes();
  }

  private ItemAction itemAction(TableDefinition table, Map<String, AttributeValue> key) {
    if (item != null) {
      return new PutAction(item, check);
    }
    if (program != null) {
      RequestExpressions.requireScalarKeys(table, program.attributes());
      return new UpdateAction(table, key, program, check);
    }
    return writes() ? new DeleteAction(check) : new CheckAction(check);
  }
}
