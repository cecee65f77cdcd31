package io.stillpoint.engine.item;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.index.IndexKeys;
import io.stillpoint.engine.validation.KeyValidation;
import java.util.Map;

/**
 * What can be said of a write only once its table is known. Every method throws the service's
 * ValidationException.
 */
public final class ItemChecks {
  private ItemChecks() {}

  /** An item to be put: its keys, and the attributes that are keys of indexes. */
  public static void item(TableDefinition table, Map<String, AttributeValue> item) {
    KeyValidation.checkItem(table.key(), item);
    IndexKeys.check(table, item);
  }

  /** A Key parameter. */
  public static void key(TableDefinition table, Map<String, AttributeValue> key) {
    KeyValidation.checkKey(table.key(), key);
  }

  /** A condition must not look inside key attributes. */
  public static void condition(TableDefinition table, Check check) {
    if (check.isPresent()) {
      RequestExpressions.requireScalarKeys(table, check.condition().attributes());
    }
  }
}
