package io.stillpoint.engine.index;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.Strings;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.error.ServiceException;
import java.util.Map;

/**
 * Which attribute values can be the key of an index entry. The service refuses a write of others
 * once the index exists, and leaves items that are older than the index out of it (Amazon DynamoDB
 * Developer Guide, "Detecting and correcting index key violations").
 */
public final class IndexKeys {
  /** The most bytes of a hash key, as for tables. */
  static final int MAX_HASH_BYTES = 2048;

  /** The most bytes of a range key, as for tables. */
  static final int MAX_RANGE_BYTES = 1024;

  private IndexKeys() {}

  /** Whether an item has an entry in an index. */
  static boolean isIndexed(IndexDefinition index, Map<String, AttributeValue> item) {
    KeyAttribute range = index.key().range();
    return isKey(index.key().hash(), MAX_HASH_BYTES, item)
        && (range == null || isKey(range, MAX_RANGE_BYTES, item));
  }

  private static boolean isKey(
      KeyAttribute attribute, int maxBytes, Map<String, AttributeValue> item) {
    AttributeValue value = item.get(attribute.name());
    if (value == null || value.type() != attribute.type()) {
      return false;
    }
    int bytes = bytes(value);
    return bytes > 0 && bytes <= maxBytes;
  }

  /** The length that key limits count; numbers, which have no such limit, count 1. */
  private static int bytes(AttributeValue value) {
    if (value instanceof AttributeValue.S s) {
      return Math.toIntExact(Strings.utf8Length(s.value()));
    }
    return value instanceof AttributeValue.B b ? b.value().length() : 1;
  }

  /**
   * Refuses an item that cannot be in an index of its table.
   *
   * @param item the item to be written
   * @throws ServiceException VALIDATION, in the service's words
   */
  public static void check(TableDefinition table, Map<String, AttributeValue> item) {
    for (IndexDefinition index : table.indexes()) {
      if (index.isMaintained()) {
        check(index, index.key().hash(), true, item);
        if (index.key().hasRange()) {
          check(index, index.key().range(), false, item);
        }
      }
    }
  }

  private static void check(
      IndexDefinition index,
      KeyAttribute attribute,
      boolean hash,
      Map<String, AttributeValue> item) {
    AttributeValue value = item.get(attribute.name());
    if (value == null) {
      return;
    }
    if (value.type() != attribute.type()) {
      throw ServiceException.validation(
          "One or more parameter values were invalid: Type mismatch for Index Key "
              + attribute.name()
              + " Expected: "
              + attribute.type()
              + " Actual: "
              + value.type()
              + " IndexName: "
              + index.name());
    }
    int bytes = bytes(value);
    if (bytes == 0) {
      throw ServiceException.validation(
          "One or more parameter values are not valid. A value specified for a secondary index key"
              + " is not supported. The AttributeValue for a key attribute cannot contain an empty "
              + (value instanceof AttributeValue.S ? "string" : "binary")
              + " value. IndexName: "
              + index.name()
              + ", IndexKey: "
              + attribute.name());
    }
    if (bytes > (hash ? MAX_HASH_BYTES : MAX_RANGE_BYTES)) {
      throw ServiceException.validation(
          hash
              ? "One or more parameter values were invalid: Size of hashkey has exceeded the maximum"
                  + " size limit of2048 bytes"
              : "One or more parameter values were invalid: Aggregated size of all range keys has"
                  + " exceeded the size limit of 1024 bytes");
    }
  }
}
