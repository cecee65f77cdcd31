package io.stillpoint.engine.query;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.ConsumedCapacity;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.ReturnConsumedCapacity;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.operation.AnswerMemory;
import java.util.Map;

/** The response of a Query or Scan. */
record PageResponse(
    TableRef table, boolean consistent, int limit, ReturnConsumedCapacity returnCapacity) {
  private static final int EXPECTED_BYTES = 4096;

  /**
   * Reads a page and answers with it.
   *
   * @param range null for an empty page
   */
  Bytes read(
      Source source,
      Shown shown,
      KeyRange range,
      StorageEngine storage,
      AnswerMemory memory,
      Deadline deadline) {
    // Headers alone are small.
    boolean large = shown.needsValues(source) || shown.fetchesItems();
    try (AnswerMemory.Grant room = memory.upTo(large ? PageBounds.MAX_PAGE : 0)) {
      PageBounds bounds = new PageBounds(limit, large ? room.bytes() : PageBounds.MAX_PAGE);
      return read(source, shown, range, storage, bounds, deadline);
    }
  }

  private Bytes read(
      Source source,
      Shown shown,
      KeyRange range,
      StorageEngine storage,
      PageBounds bounds,
      Deadline deadline) {
    JsonWriter out = new JsonWriter(EXPECTED_BYTES).object();
    boolean counts = returnCapacity != ReturnConsumedCapacity.NONE;
    ConsumedCapacity capacity = counts ? new ConsumedCapacity(table.requested()) : null;
    PageReader page =
        new PageReader(source, shown, consistent, bounds, capacity, storage, deadline, out);
    page.read(range);
    out.member("Count", page.count()).member("ScannedCount", page.scanned());
    Map<String, AttributeValue> lastKey = page.lastEvaluatedKey();
    if (lastKey != null) {
      out.name("LastEvaluatedKey").value(lastKey);
    }
    if (counts) {
      out.name("ConsumedCapacity");
      capacity.write(out, returnCapacity == ReturnConsumedCapacity.INDEXES);
    }
    return out.endObject().toBytes();
  }
}
