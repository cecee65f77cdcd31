package io.stillpoint.engine.table;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.json.JsonWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the TableDescription of the DynamoDB API. */
final class DescriptionWriter {
  private final JsonWriter out;
  private final FoundTable table;
  private final TableSizes.Sizes sizes;
  private final String arn;

  private DescriptionWriter(
      JsonWriter out, FoundTable table, TableSizes.Sizes sizes, String region) {
    this.out = out;
    this.table = table;
    this.sizes = sizes;
    this.arn = arn(region, table.definition().account(), table.name());
  }

  /** A table's ARN. */
  static String arn(String region, String account, String table) {
    return "arn:aws:dynamodb:" + region + ":" + account + ":table/" + table;
  }

  /**
   * Writes one description as a value.
   *
   * @param region the region that ARNs name
   */
  static void write(JsonWriter out, FoundTable table, TableSizes.Sizes sizes, String region) {
    new DescriptionWriter(out, table, sizes, region).write();
  }

  private void write() {
    TableDefinition definition = table.definition();
    out.object();
    attributeDefinitions();
    out.member("TableName", definition.name());
    keySchema(definition.key());
    out.member("TableStatus", table.status().name());
    out.name("CreationDateTime").value(seconds(definition.created()));
    throughput(definition.throughput());
    out.member("TableSizeBytes", sizes.items().bytes());
    out.member("ItemCount", sizes.items().entries());
    out.member("TableArn", arn);
    out.member("TableId", definition.id().toString());
    if (definition.billingMode().equals(TableDefinition.PAY_PER_REQUEST)) {
      out.name("BillingModeSummary").object();
      out.member("BillingMode", definition.billingMode());
      out.endObject();
    }
    indexes("LocalSecondaryIndexes", IndexDefinition.Kind.LOCAL);
    indexes("GlobalSecondaryIndexes", IndexDefinition.Kind.GLOBAL);
    out.name("TableClassSummary").object();
    out.member("TableClass", definition.tableClass()).endObject();
    out.member("DeletionProtectionEnabled", definition.deletionProtection());
    out.endObject();
  }

  /** Those of the keys of table and indexes: the service forgets others. */
  private void attributeDefinitions() {
    Map<String, AttributeValue.Type> types = new TreeMap<>();
    define(table.definition().key(), types);
    table.definition().indexes().forEach(index -> define(index.key(), types));
    out.name("AttributeDefinitions").array();
    types.forEach(
        (name, type) ->
            out.object()
                .member("AttributeName", name)
                .member("AttributeType", type.name())
                .endObject());
    out.endArray();
  }

  private static void define(KeySchema key, Map<String, AttributeValue.Type> types) {
    key.attributes().forEach(attribute -> types.put(attribute.name(), attribute.type()));
  }

  private void keySchema(KeySchema key) {
    out.name("KeySchema").array();
    key(key.hash(), "HASH");
    if (key.hasRange()) {
      key(key.range(), "RANGE");
    }
    out.endArray();
  }

  private void key(KeyAttribute attribute, String role) {
    out.object().member("AttributeName", attribute.name()).member("KeyType", role).endObject();
  }

  private void throughput(Throughput throughput) {
    out.name("ProvisionedThroughput").object();
    out.member("NumberOfDecreasesToday", 0);
    out.member("ReadCapacityUnits", throughput.readCapacityUnits());
    out.member("WriteCapacityUnits", throughput.writeCapacityUnits());
    out.endObject();
  }

  private void indexes(String member, IndexDefinition.Kind kind) {
    // The service no longer lists the indexes of a table that is going.
    if (table.status() == TableStatus.DELETING && kind == IndexDefinition.Kind.GLOBAL) {
      return;
    }
    List<IndexDefinition> indexes =
        table.definition().indexes().stream().filter(index -> index.kind() == kind).toList();
    if (indexes.isEmpty()) {
      return;
    }
    out.name(member).array();
    indexes.forEach(this::index);
    out.endArray();
  }

  private void index(IndexDefinition index) {
    out.object();
    out.member("IndexName", index.name());
    keySchema(index.key());
    projection(index.projection());
    if (index.kind() == IndexDefinition.Kind.GLOBAL) {
      out.member("IndexStatus", index.status().name());
      if (index.backfilling()) {
        out.member("Backfilling", true);
      }
      throughput(index.throughput());
    }
    SpaceSize size = sizes.of(index.space());
    out.member("IndexSizeBytes", size.bytes());
    out.member("ItemCount", size.entries());
    out.member("IndexArn", arn + "/index/" + index.name());
    out.endObject();
  }

  private void projection(Projection projection) {
    out.name("Projection").object();
    out.member("ProjectionType", projection.type().name());
    if (projection.type() == Projection.Type.INCLUDE) {
      out.name("NonKeyAttributes").array();
      projection.nonKeyAttributes().forEach(out::value);
      out.endArray();
    }
    out.endObject();
  }

  private static BigDecimal seconds(Instant instant) {
    return BigDecimal.valueOf(instant.toEpochMilli(), 3);
  }
}
