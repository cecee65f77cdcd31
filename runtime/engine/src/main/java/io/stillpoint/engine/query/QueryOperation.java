package io.stillpoint.engine.query;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.key.SortRange;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.Condition;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.expression.KeyCondition;
import io.stillpoint.engine.expression.KeyConditionExpression;
import io.stillpoint.engine.expression.KeyConditions;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.expression.RangeCondition;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.RequestExpressions;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.model.Query;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import java.util.List;

/** Query: the entries of one hash key, in the order of the range key. */
public final class QueryOperation implements Operation {
  private final ItemEngine engine;

  public QueryOperation(ItemEngine engine) {
    this.engine = engine;
  }

  /** A request whose expressions are bound. */
  private record Bound(
      Query request, KeyConditions conditions, Condition filter, Projection projection) {}

  @Override
  public Call parse(String account, Json.Obj body) {
    Query request = Query.from(body);
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), request.attributes());
    Projection projection = expressions.projection(request.projectionExpression());
    Condition filter = expressions.condition(ExpressionKind.FILTER, request.filterExpression());
    KeyConditionExpression keys = expressions.keyCondition(request.keyConditionExpression());
    expressions.requireAllUsed();
    Bound bound = new Bound(request, keys.conditions(), filter, projection);
    return Call.on(
        List.of(request.table()),
        deadline ->
            engine
                .access()
                .on(
                    account,
                    request.table(),
                    deadline,
                    (table, storage) -> query(bound, table, storage, deadline)));
  }

  private Bytes query(Bound bound, OpenTable table, StorageEngine storage, Deadline deadline) {
    Query request = bound.request();
    Source source =
        Source.of(table, request.indexName(), request.consistentRead(), engine.access(), deadline);
    KeyCondition condition =
        bound.conditions().on(attribute(source.key().hash()), attribute(source.key().range()));
    EntryKey start =
        request.exclusiveStartKey() == null
            ? null
            : StartKey.read(source, request.exclusiveStartKey(), true);
    KeyRange range = range(source, condition, start, !request.scanIndexForward());
    requireOtherAttributes(source, bound.filter());
    if (bound.projection() != null) {
      RequestExpressions.requireScalarKeys(table.definition(), bound.projection().attributes());
    }
    if (bound.filter() != null) {
      RequestExpressions.requireScalarKeys(table.definition(), bound.filter().attributes());
    }
    Shown shown = Shown.of(source, request.select(), bound.filter(), bound.projection());
    return new PageResponse(
            request.table(),
            request.consistentRead(),
            request.limit(),
            request.returnConsumedCapacity())
        .read(source, shown, range, storage, engine.memory(), deadline);
  }

  private static io.stillpoint.engine.expression.KeyAttribute attribute(KeyAttribute attribute) {
    return attribute == null
        ? null
        : new io.stillpoint.engine.expression.KeyAttribute(attribute.name(), attribute.type());
  }

  /**
   * The entries that the condition allows after the start key.
   *
   * @param start null to begin at the beginning
   * @return null if there can be none
   */
  private static KeyRange range(
      Source source, KeyCondition condition, EntryKey start, boolean backwards) {
    Bytes partition = KeyCodec.encode(condition.hash());
    SortRange sorts = sorts(source, condition.range());
    if (start != null) {
      if (condition.range() != null && !sorts.contains(start.sort())) {
        throw ServiceException.validation(
            "The provided starting key does not match the range key predicate");
      }
      if (!start.partition().equals(partition)) {
        throw ServiceException.validation(
            "The provided starting key is outside query boundaries based on provided conditions");
      }
      sorts = backwards ? sorts.before(start.sort()) : sorts.after(start.sort());
    }
    return sorts.isEmpty() ? null : new KeyRange.OfPartition(partition, sorts, backwards);
  }

  private static SortRange sorts(Source source, RangeCondition condition) {
    if (condition == null) {
      return SortRange.ALL;
    }
    SortRange.Kind kind = source.isIndex() ? SortRange.Kind.FOLLOWED : SortRange.Kind.BARE;
    List<AttributeValue> operands = condition.operands();
    Bytes value = KeyCodec.encode(operands.get(0));
    return switch (condition.operator()) {
      case EQUAL -> kind.equalTo(value);
      case LESS -> kind.lessThan(value);
      case LESS_OR_EQUAL -> kind.atMost(value);
      case GREATER -> kind.greaterThan(value);
      case GREATER_OR_EQUAL -> kind.atLeast(value);
      case BETWEEN -> kind.between(value, KeyCodec.encode(operands.get(1)));
      case BEGINS_WITH -> kind.beginsWith(value);
    };
  }

  /** Key attributes belong into the key condition, says the service. */
  private static void requireOtherAttributes(Source source, Condition filter) {
    if (filter == null) {
      return;
    }
    for (KeyAttribute attribute : source.keyAttributes()) {
      if (filter.attributes().all().contains(attribute.name())) {
        throw ServiceException.validation(
            "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
                + attribute.name());
      }
    }
  }
}
