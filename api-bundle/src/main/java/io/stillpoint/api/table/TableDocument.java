package io.stillpoint.api.table;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.storage.TableId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores a definition as one DynamoDB item in canonical JSON, so that the catalog has no second
 * format. docs/format.md lists the attributes.
 */
public final class TableDocument {
  /** The format that {@link #encode} writes. */
  public static final int FORMAT = 1;

  private TableDocument() {}

  public static Bytes encode(TableDefinition table) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("format", AttributeValue.n(FORMAT));
    item.put("id", AttributeValue.s(table.id().toString()));
    item.put("account", AttributeValue.s(table.account()));
    item.put("name", AttributeValue.s(table.name()));
    item.put("status", AttributeValue.s(table.status().name()));
    item.put("created", AttributeValue.n(table.created().toEpochMilli()));
    item.put("key", key(table.key()));
    item.put("billingMode", AttributeValue.s(table.billingMode()));
    item.put("throughput", throughput(table.throughput()));
    item.put("tableClass", AttributeValue.s(table.tableClass()));
    item.put("deletionProtection", AttributeValue.bool(table.deletionProtection()));
    item.put(
        "indexes",
        new AttributeValue.L(table.indexes().stream().map(TableDocument::index).toList()));
    item.put("nextSpace", AttributeValue.n(table.nextSpace()));
    if (table.dueAt() != null) {
      item.put("dueAt", AttributeValue.n(table.dueAt().toEpochMilli()));
    }
    return CanonicalJson.encode(item);
  }

  /**
   * The definition that a document holds.
   *
   * @throws IllegalArgumentException if it is none, or of a newer format
   */
  public static TableDefinition decode(Bytes document) {
    Fields item = new Fields(CanonicalJson.decodeItem(document));
    long format = item.number("format");
    if (format != FORMAT) {
      throw new IllegalArgumentException(
          "a table document of format " + format + "; this version reads format " + FORMAT);
    }
    List<IndexDefinition> indexes = new ArrayList<>();
    for (AttributeValue index : item.list("indexes")) {
      indexes.add(index(Fields.of(index)));
    }
    return new TableDefinition(
        TableId.of(item.text("id")),
        item.text("account"),
        item.text("name"),
        TableStatus.valueOf(item.text("status")),
        Instant.ofEpochMilli(item.number("created")),
        key(item.map("key")),
        item.text("billingMode"),
        throughput(item.map("throughput")),
        item.text("tableClass"),
        item.truth("deletionProtection"),
        indexes,
        Math.toIntExact(item.number("nextSpace")),
        item.has("dueAt") ? Instant.ofEpochMilli(item.number("dueAt")) : null);
  }

  private static AttributeValue index(IndexDefinition index) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("name", AttributeValue.s(index.name()));
    item.put("kind", AttributeValue.s(index.kind().name()));
    item.put("space", AttributeValue.n(index.space()));
    item.put("key", key(index.key()));
    item.put("projection", AttributeValue.s(index.projection().type().name()));
    item.put(
        "nonKeyAttributes",
        new AttributeValue.L(
            index.projection().nonKeyAttributes().stream().map(AttributeValue::s).toList()));
    item.put("status", AttributeValue.s(index.status().name()));
    item.put("backfilling", AttributeValue.bool(index.backfilling()));
    item.put("throughput", throughput(index.throughput()));
    return new AttributeValue.M(item);
  }

  private static IndexDefinition index(Fields item) {
    List<String> nonKey = new ArrayList<>();
    for (AttributeValue name : item.list("nonKeyAttributes")) {
      nonKey.add(((AttributeValue.S) name).value());
    }
    return new IndexDefinition(
        item.text("name"),
        IndexDefinition.Kind.valueOf(item.text("kind")),
        Math.toIntExact(item.number("space")),
        key(item.map("key")),
        new Projection(Projection.Type.valueOf(item.text("projection")), nonKey),
        IndexStatus.valueOf(item.text("status")),
        item.truth("backfilling"),
        throughput(item.map("throughput")));
  }

  private static AttributeValue key(KeySchema key) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("hash", AttributeValue.s(key.hash().name()));
    item.put("hashType", AttributeValue.s(key.hash().type().name()));
    if (key.hasRange()) {
      item.put("range", AttributeValue.s(key.range().name()));
      item.put("rangeType", AttributeValue.s(key.range().type().name()));
    }
    return new AttributeValue.M(item);
  }

  private static KeySchema key(Fields item) {
    return new KeySchema(
        attribute(item, "hash"), item.has("range") ? attribute(item, "range") : null);
  }

  private static KeyAttribute attribute(Fields item, String role) {
    return new KeyAttribute(item.text(role), AttributeValue.Type.valueOf(item.text(role + "Type")));
  }

  private static AttributeValue throughput(Throughput throughput) {
    return new AttributeValue.M(
        Map.of(
            "read", AttributeValue.n(throughput.readCapacityUnits()),
            "write", AttributeValue.n(throughput.writeCapacityUnits())));
  }

  private static Throughput throughput(Fields item) {
    return new Throughput(item.number("read"), item.number("write"));
  }

  /** Reads typed fields, and names the one that is missing or of another type. */
  private record Fields(Map<String, AttributeValue> values) {
    static Fields of(AttributeValue value) {
      if (value instanceof AttributeValue.M map) {
        return new Fields(map.values());
      }
      throw new IllegalArgumentException("not a map in a table document: " + value.type());
    }

    boolean has(String name) {
      return values.containsKey(name);
    }

    String text(String name) {
      return field(name, AttributeValue.S.class).value();
    }

    long number(String name) {
      return field(name, AttributeValue.N.class).value().longValueExact();
    }

    boolean truth(String name) {
      return field(name, AttributeValue.Bool.class).value();
    }

    List<AttributeValue> list(String name) {
      return field(name, AttributeValue.L.class).values();
    }

    Fields map(String name) {
      return new Fields(field(name, AttributeValue.M.class).values());
    }

    private <T extends AttributeValue> T field(String name, Class<T> type) {
      AttributeValue value = values.get(name);
      if (!type.isInstance(value)) {
        throw new IllegalArgumentException(
            "a table document without a proper '" + name + "': " + value);
      }
      return type.cast(value);
    }
  }
}
