package io.stillpoint.engine.registry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.Intent;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The creation or deletion of a table, from its beginning until its last step, with all that is
 * needed to finish it after a restart (COORD-3).
 *
 * @param key names this attempt for ever; another attempt, even of the same, has another
 * @param definition as created; as last seen where deleted
 * @param due when a deletion may end at the earliest (DROP-10); of no meaning for a creation
 */
public record TableIntent(
    String key, Kind kind, TableDefinition definition, String instance, Instant due) {
  /** Named as the operation is. */
  public enum Kind {
    CREATE("CreateTable"),
    DELETE("DeleteTable");

    private final String operation;

    Kind(String operation) {
      this.operation = operation;
    }

    public String operation() {
      return operation;
    }
  }

  public TableIntent {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(definition, "definition");
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(due, "due");
  }

  /** A new attempt. */
  public static TableIntent fresh(
      Kind kind, TableDefinition definition, String instance, Instant due) {
    String key = kind.operation() + "/" + definition.id() + "/" + UUID.randomUUID();
    return new TableIntent(key, kind, definition, instance, due);
  }

  public TableId table() {
    return definition.id();
  }

  /** What one operation at a time may work on. */
  String scope() {
    return "table/" + definition.account() + "/" + definition.name();
  }

  Bytes payload() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("instance", AttributeValue.s(instance));
    item.put("due", AttributeValue.n(due.toEpochMilli()));
    item.put("document", AttributeValue.b(TableDocument.encode(definition)));
    return CanonicalJson.encode(item);
  }

  /** The operation of a stored intent; null if it is of another kind than those here. */
  static TableIntent of(Intent intent) {
    for (Kind kind : Kind.values()) {
      if (kind.operation().equals(intent.kind())) {
        Map<String, AttributeValue> item = CanonicalJson.decodeItem(intent.payload());
        return new TableIntent(
            intent.key(),
            kind,
            TableDocument.decode(((AttributeValue.B) item.get("document")).value()),
            ((AttributeValue.S) item.get("instance")).value(),
            Instant.ofEpochMilli(((AttributeValue.N) item.get("due")).value().longValueExact()));
      }
    }
    return null;
  }
}
