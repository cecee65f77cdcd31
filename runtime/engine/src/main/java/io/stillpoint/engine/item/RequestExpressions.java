package io.stillpoint.engine.item;

import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.expression.Condition;
import io.stillpoint.engine.expression.ExpressionCache;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.expression.KeyConditionExpression;
import io.stillpoint.engine.expression.Placeholders;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.expression.ReferencedAttributes;
import io.stillpoint.engine.expression.UpdateProgram;
import io.stillpoint.engine.model.ExpressionAttributes;
import java.util.List;

/**
 * The expressions of one request: bound one after the other, then checked for placeholders that
 * none of them used. Not thread-safe.
 */
public final class RequestExpressions {
  private final ExpressionCache cache;
  private final Placeholders placeholders;

  public RequestExpressions(ExpressionCache cache, ExpressionAttributes attributes) {
    this.cache = cache;
    this.placeholders =
        Placeholders.of(
            attributes.names().isEmpty() ? null : attributes.names(),
            attributes.values().isEmpty() ? null : attributes.values());
  }

  /** Null for null. */
  public Condition condition(ExpressionKind kind, String text) {
    return text == null ? null : cache.condition(kind, text, placeholders);
  }

  /** Null for null. */
  public Projection projection(String text) {
    return text == null ? null : cache.projection(text, placeholders);
  }

  /** Null for null. */
  public UpdateProgram update(String text) {
    return text == null ? null : cache.update(text, placeholders);
  }

  public KeyConditionExpression keyCondition(String text) {
    return cache.keyCondition(text, placeholders);
  }

  /**
   * To be called after the last expression.
   *
   * @throws io.stillpoint.engine.error.ServiceException naming placeholders that none used
   */
  public void requireAllUsed() {
    placeholders.requireAllUsed();
  }

  /**
   * Refuses an expression that looks inside a key attribute of table or index.
   *
   * @param attributes null for no expression
   */
  public static void requireScalarKeys(TableDefinition table, ReferencedAttributes attributes) {
    if (attributes == null || attributes.nested().isEmpty()) {
      return;
    }
    attributes.requireScalar(names(table.key()), "Key");
    for (IndexDefinition index : table.maintainedIndexes()) {
      attributes.requireScalar(names(index.key()), "IndexKey");
    }
  }

  private static List<String> names(KeySchema key) {
    return key.attributes().stream().map(KeyAttribute::name).toList();
  }
}
