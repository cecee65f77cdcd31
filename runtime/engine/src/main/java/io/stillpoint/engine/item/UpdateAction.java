package io.stillpoint.engine.item;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.UpdateProgram;
import io.stillpoint.engine.expression.UpdateResult;
import io.stillpoint.engine.index.IndexKeys;
import io.stillpoint.engine.write.Effect;
import io.stillpoint.engine.write.ItemAction;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Changes an item by an update expression, or makes it, if a condition holds. Serves one request:
 * {@link #result} is what the last decision came to. Not thread-safe.
 */
public final class UpdateAction implements ItemAction {
  private final TableDefinition table;
  private final Map<String, AttributeValue> key;
  private final UpdateProgram program;
  private final Check check;
  private UpdateResult result;

  /**
   * @param key the item's key attributes, already checked
   * @param program null if the request has no update expression: then only the item is made
   * @throws ServiceException if the update changes a key attribute
   */
  public UpdateAction(
      TableDefinition table, Map<String, AttributeValue> key, UpdateProgram program, Check check) {
    this.table = table;
    this.key = key;
    this.program = program;
    this.check = check;
    if (program != null) {
      for (KeyAttribute attribute : table.key().attributes()) {
        if (program.touchedTopLevel().contains(attribute.name())) {
          throw ServiceException.validation(
              "One or more parameter values were invalid: Cannot update attribute "
                  + attribute.name()
                  + ". This attribute is part of the key");
        }
      }
    }
  }

  @Override
  public Effect decide(StoredItem current) {
    check.require(current);
    Map<String, AttributeValue> old = current == null ? null : current.attributes();
    if (program == null) {
      Map<String, AttributeValue> item = old == null ? key : old;
      result = new UpdateResult(item, Map.of(), Map.of());
      return new Effect.Put(current == null ? StoredItem.of(item) : current);
    }
    result = program.apply(key, old);
    if (result.item() == null) {
      return Effect.Keep.INSTANCE;
    }
    checkIndexKeys(result.item());
    Nesting.check(result.item());
    StoredItem item = StoredItem.of(result.item());
    if (item.size() > ItemSize.MAX_ITEM_SIZE) {
      throw ServiceException.validation(
          "Item size to update has exceeded the maximum allowed size");
    }
    return new Effect.Put(item);
  }

  /** What the update made of the item. */
  UpdateResult result() {
    return result;
  }

  /**
   * Only what the update touches must fit the indexes: an item that is older than an index may hold
   * something else there, and stays out of it.
   */
  private void checkIndexKeys(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> touched = new LinkedHashMap<>();
    for (String name : program.touchedTopLevel()) {
      AttributeValue value = item.get(name);
      if (value != null) {
        touched.put(name, value);
      }
    }
    for (IndexDefinition index : table.maintainedIndexes()) {
      for (KeyAttribute attribute : index.key().attributes()) {
        AttributeValue value = touched.get(attribute.name());
        if (value != null && value.type() != attribute.type()) {
          throw ServiceException.validation(
              "The update expression attempted to update the secondary index key to unsupported"
                  + " type");
        }
      }
    }
    IndexKeys.check(table, touched);
  }
}
