package io.stillpoint.engine.expression;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Parses expressions, each text once as long as it stays in use, and binds them to requests.
 *
 * <p>Thread safe, and reads take no lock. Holds at most twice {@value #GENERATION} texts of at most
 * 4 KB: a text stays as long as it is asked for again before {@value #GENERATION} new ones came.
 */
public final class ExpressionCache {
  private static final int GENERATION = 1_000;

  private record Key(ExpressionKind kind, String text) {}

  private volatile Map<Key, Syntax> recent = new ConcurrentHashMap<>();
  private volatile Map<Key, Syntax> older = Map.of();

  /**
   * A ConditionExpression or FilterExpression.
   *
   * @param kind {@link ExpressionKind#CONDITION} or {@link ExpressionKind#FILTER}
   * @throws io.stillpoint.engine.error.ServiceException if the service would refuse it
   */
  public Condition condition(ExpressionKind kind, String text, Placeholders placeholders) {
    if (kind != ExpressionKind.CONDITION && kind != ExpressionKind.FILTER) {
      throw new IllegalArgumentException(kind + " is no condition");
    }
    Syntax expression = parse(kind, text);
    Binding binding = new Binding(kind, placeholders);
    var test = new ConditionBinder(binding).condition(expression);
    return new Condition(test, binding.attributes());
  }

  /**
   * An UpdateExpression.
   *
   * @throws io.stillpoint.engine.error.ServiceException if the service would refuse it
   */
  public UpdateProgram update(String text, Placeholders placeholders) {
    Syntax expression = parse(ExpressionKind.UPDATE, text);
    Binding binding = new Binding(ExpressionKind.UPDATE, placeholders);
    return new UpdateBinder(binding).bind((Syntax.Update) expression);
  }

  /**
   * A ProjectionExpression.
   *
   * @throws io.stillpoint.engine.error.ServiceException if the service would refuse it
   */
  public Projection projection(String text, Placeholders placeholders) {
    Syntax.Projected expression = (Syntax.Projected) parse(ExpressionKind.PROJECTION, text);
    Binding binding = new Binding(ExpressionKind.PROJECTION, placeholders);
    List<DocumentPath> paths = expression.paths().stream().map(binding::path).toList();
    return new Projection(PathTree.of(paths, binding), binding.attributes());
  }

  /**
   * A KeyConditionExpression.
   *
   * @throws io.stillpoint.engine.error.ServiceException if the service would refuse it
   */
  public KeyConditionExpression keyCondition(String text, Placeholders placeholders) {
    Syntax expression = parse(ExpressionKind.KEY_CONDITION, text);
    Binding binding = new Binding(ExpressionKind.KEY_CONDITION, placeholders);
    new ConditionBinder(binding).condition(expression);
    return new KeyConditionExpression(expression, binding);
  }

  private Syntax parse(ExpressionKind kind, String text) {
    Key key = new Key(kind, text);
    Syntax known = recent.get(key);
    if (known != null) {
      return known;
    }
    Syntax parsed = older.get(key);
    if (parsed == null) {
      parsed = Parser.parse(kind, text);
    }
    remember(key, parsed);
    return parsed;
  }

  /** How many texts are held. */
  int size() {
    return recent.size() + older.size();
  }

  private void remember(Key key, Syntax parsed) {
    recent.put(key, parsed);
    if (recent.size() > GENERATION) {
      startGeneration();
    }
  }

  private synchronized void startGeneration() {
    if (recent.size() > GENERATION) {
      older = recent;
      recent = new ConcurrentHashMap<>();
    }
  }
}
