package io.stillpoint.engine.registry;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.storage.TableId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A row of the name registry. Stored as one DynamoDB item in canonical JSON.
 *
 * @param table the table's id on the instance
 * @param instance the backend instance that has it
 * @param revision the row's own revision, not the definition's; 0 before it is stored
 */
public record TableRegistration(
    String account, String name, TableId table, String instance, long revision) {
  private static final int FORMAT = 1;

  public TableRegistration {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(instance, "instance");
  }

  /** The value that is stored; account and name are the row's key. */
  Bytes encode() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("format", AttributeValue.n(FORMAT));
    item.put("account", AttributeValue.s(account));
    item.put("name", AttributeValue.s(name));
    item.put("table", AttributeValue.s(table.toString()));
    item.put("instance", AttributeValue.s(instance));
    return CanonicalJson.encode(item);
  }

  /**
   * The row of a stored value.
   *
   * @throws IllegalArgumentException if it is none, or of a newer format
   */
  static TableRegistration decode(Bytes value, long revision) {
    Map<String, AttributeValue> item = CanonicalJson.decodeItem(value);
    if (!AttributeValue.n(FORMAT).equals(item.get("format"))) {
      throw new IllegalArgumentException(
          "a registry row of format " + item.get("format") + "; this version reads " + FORMAT);
    }
    return new TableRegistration(
        text(item, "account"),
        text(item, "name"),
        TableId.of(text(item, "table")),
        text(item, "instance"),
        revision);
  }

  private static String text(Map<String, AttributeValue> item, String name) {
    if (item.get(name) instanceof AttributeValue.S s) {
      return s.value();
    }
    throw new IllegalArgumentException("a registry row without a proper '" + name + "'");
  }
}
