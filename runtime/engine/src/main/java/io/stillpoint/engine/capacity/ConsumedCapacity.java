package io.stillpoint.engine.capacity;

import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.engine.json.JsonWriter;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a request consumed on one table, its local and its global indexes (DynamoDB API,
 * ConsumedCapacity). Not thread-safe.
 */
public final class ConsumedCapacity {
  private final String tableName;
  private final Map<String, Long> local = new TreeMap<>();
  private final Map<String, Long> global = new TreeMap<>();
  private long table;
  private long reads;
  private long writes;

  public ConsumedCapacity(String tableName) {
    this.tableName = tableName;
  }

  /** Adds an access to the table itself. */
  public void add(CapacityUnits.Access access, long size) {
    table += counted(access, size);
  }

  /** Adds an access to an index. */
  public void add(IndexDefinition index, CapacityUnits.Access access, long size) {
    Map<String, Long> indexes = index.kind() == IndexDefinition.Kind.LOCAL ? local : global;
    indexes.merge(index.name(), counted(access, size), Long::sum);
  }

  private long counted(CapacityUnits.Access access, long size) {
    long halves = CapacityUnits.halves(access, size);
    if (access == CapacityUnits.Access.TRANSACTIONAL_READ) {
      reads += halves;
    } else if (access == CapacityUnits.Access.TRANSACTIONAL_WRITE) {
      writes += halves;
    }
    return halves;
  }

  /**
   * Writes the object.
   *
   * @param indexes whether to break it down by table and index (ReturnConsumedCapacity=INDEXES)
   */
  public void write(JsonWriter out, boolean indexes) {
    out.object().member("TableName", tableName);
    units(out, table + sum(local) + sum(global), true);
    if (indexes) {
      out.name("Table").object();
      units(out, table, true);
      out.endObject();
      indexes(out, "LocalSecondaryIndexes", local);
      indexes(out, "GlobalSecondaryIndexes", global);
    }
    out.endObject();
  }

  private static void indexes(JsonWriter out, String name, Map<String, Long> indexes) {
    if (indexes.isEmpty()) {
      return;
    }
    out.name(name).object();
    indexes.forEach(
        (index, halves) ->
            out.name(index)
                .object()
                .name("CapacityUnits")
                .value(CapacityUnits.units(halves))
                .endObject());
    out.endObject();
  }

  /** Transactions name reads and writes apart as well, as the service does. */
  private void units(JsonWriter out, long halves, boolean split) {
    out.name("CapacityUnits").value(CapacityUnits.units(halves));
    if (split && reads > 0) {
      out.name("ReadCapacityUnits").value(CapacityUnits.units(halves));
    }
    if (split && writes > 0) {
      out.name("WriteCapacityUnits").value(CapacityUnits.units(halves));
    }
  }

  private static long sum(Map<String, Long> halves) {
    return halves.values().stream().mapToLong(Long::longValue).sum();
  }
}
