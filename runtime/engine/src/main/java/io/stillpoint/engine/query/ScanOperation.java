package io.stillpoint.engine.query;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.Condition;
import io.stillpoint.engine.expression.ExpressionKind;
import io.stillpoint.engine.expression.Projection;
import io.stillpoint.engine.item.ItemEngine;
import io.stillpoint.engine.item.RequestExpressions;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.model.Scan;
import io.stillpoint.engine.operation.Call;
import io.stillpoint.engine.operation.Operation;
import io.stillpoint.engine.table.OpenTable;
import java.util.List;

/** Scan: all entries of a table or index, or those of one segment, in the instance's scan order. */
public final class ScanOperation implements Operation {
  private final ItemEngine engine;

  public ScanOperation(ItemEngine engine) {
    this.engine = engine;
  }

  @Override
  public Call parse(String account, Json.Obj body) {
    Scan request = Scan.from(body);
    RequestExpressions expressions =
        new RequestExpressions(engine.expressions(), request.attributes());
    Projection projection = expressions.projection(request.projectionExpression());
    Condition filter = expressions.condition(ExpressionKind.FILTER, request.filterExpression());
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
                    (table, storage) ->
                        scan(request, filter, projection, table, storage, deadline)));
  }

  private Bytes scan(
      Scan request,
      Condition filter,
      Projection projection,
      OpenTable table,
      StorageEngine storage,
      Deadline deadline) {
    Source source =
        Source.of(table, request.indexName(), request.consistentRead(), engine.access(), deadline);
    KeyRange.Segment segment =
        request.totalSegments() > 1
            ? new KeyRange.Segment(request.segment(), request.totalSegments())
            : null;
    EntryKey start = null;
    if (request.exclusiveStartKey() != null) {
      start = StartKey.read(source, request.exclusiveStartKey(), false);
      if (segment != null && !segment.contains(KeyCodec.segmentHash(start.partition()))) {
        throw ServiceException.validation(
            "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                + " ExclusiveStartKey with correct Segment. TotalSegments: "
                + segment.total()
                + " Segment: "
                + segment.number());
      }
    }
    if (projection != null) {
      RequestExpressions.requireScalarKeys(table.definition(), projection.attributes());
    }
    if (filter != null) {
      RequestExpressions.requireScalarKeys(table.definition(), filter.attributes());
    }
    Shown shown = Shown.of(source, request.select(), filter, projection);
    return new PageResponse(
            request.table(),
            request.consistentRead(),
            request.limit(),
            request.returnConsumedCapacity())
        .read(
            source,
            shown,
            new KeyRange.OfSpace(start == null ? null : start.next(), segment),
            storage,
            engine.memory(),
            deadline);
  }
}
