package io.stillpoint.engine.validation;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.Strings;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.engine.error.ServiceException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;

/**
 * The service's rules of key values: present, of the schema's type, not empty, at most 2,048 bytes
 * for a hash key and 1,024 for a range key. Each method throws the ValidationException in the
 * service's words for its place. Pure; any thread.
 */
public final class KeyValidation {
  /** The most bytes of a hash key (Developer Guide, "Quotas"). */
  public static final int MAX_HASH_KEY = 2048;

  /** The most bytes of a range key (Developer Guide, "Quotas"). */
  public static final int MAX_RANGE_KEY = 1024;

  /** A key that lacks an attribute, has one too many, or one of another type. */
  public static final String SCHEMA_MISMATCH = "The provided key element does not match the schema";

  /** Two writes of a batch, or two gets, of one item. */
  public static final String DUPLICATE_KEYS = "Provided list of item keys contains duplicates";

  /** Two actions of a transaction on one item. */
  public static final String SEVERAL_OPERATIONS =
      "Transaction request cannot include multiple operations on one item";

  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String NOT_VALID = "One or more parameter values are not valid. ";
  private static final String START_KEY = "The provided starting key is invalid";

  private KeyValidation() {}

  /** The key of GetItem, UpdateItem, DeleteItem and their like: exactly the schema's attributes. */
  public static void checkKey(KeySchema schema, Map<String, AttributeValue> key) {
    if (key.size() != schema.attributes().size()) {
      throw ServiceException.validation(SCHEMA_MISMATCH);
    }
    for (KeyAttribute attribute : schema.attributes()) {
      checkPart(schema, attribute, key.get(attribute.name()));
    }
  }

  private static void checkPart(KeySchema schema, KeyAttribute attribute, AttributeValue value) {
    if (value == null || value.type() != attribute.type()) {
      throw ServiceException.validation(SCHEMA_MISMATCH);
    }
    checkValue(schema, attribute, value);
  }

  /** The key attributes of an item that PutItem, or a Put of a transaction, brings. */
  public static void checkItem(KeySchema schema, Map<String, AttributeValue> item) {
    for (KeyAttribute attribute : schema.attributes()) {
      AttributeValue value = item.get(attribute.name());
      if (value == null) {
        throw ServiceException.validation(
            INVALID + "Missing the key " + attribute.name() + " in the item");
      }
      if (value.type() != attribute.type()) {
        throw ServiceException.validation(
            INVALID
                + "Type mismatch for key "
                + attribute.name()
                + " expected: "
                + attribute.type()
                + " actual: "
                + value.type());
      }
      checkValue(schema, attribute, value);
    }
  }

  /**
   * The key attributes of an item that BatchWriteItem brings, which words its refusal as a key's.
   */
  public static void checkBatchItem(KeySchema schema, Map<String, AttributeValue> item) {
    for (KeyAttribute attribute : schema.attributes()) {
      checkPart(schema, attribute, item.get(attribute.name()));
    }
  }

  /**
   * The attributes of an item that an index has as its key. An item that lacks one is not in the
   * index, which is no fault.
   */
  public static void checkIndexKey(
      String indexName, KeySchema schema, Map<String, AttributeValue> item) {
    for (KeyAttribute attribute : schema.attributes()) {
      AttributeValue value = item.get(attribute.name());
      if (value == null) {
        continue;
      }
      if (value.type() != attribute.type()) {
        throw ServiceException.validation(
            INVALID
                + "Type mismatch for Index Key "
                + attribute.name()
                + " Expected: "
                + attribute.type()
                + " Actual: "
                + value.type()
                + " IndexName: "
                + indexName);
      }
      if (length(value) == 0) {
        throw ServiceException.validation(
            NOT_VALID
                + "A value specified for a secondary index key is not supported. "
                + emptyText(value)
                + " IndexName: "
                + indexName
                + ", IndexKey: "
                + attribute.name());
      }
      checkLength(attribute.equals(schema.hash()), value);
    }
  }

  /**
   * ExclusiveStartKey of a Query or Scan: exactly the key attributes of table and index.
   *
   * @param index the key of the index that is read, or null where the table is
   * @param scan whether it is a Scan, which words one refusal in another way
   */
  public static void checkStartKey(
      KeySchema table, KeySchema index, Map<String, AttributeValue> startKey, boolean scan) {
    HashSet<String> names = new HashSet<>();
    table.attributes().forEach(attribute -> names.add(attribute.name()));
    if (index != null) {
      index.attributes().forEach(attribute -> names.add(attribute.name()));
    }
    if (startKey.size() != names.size()) {
      throw ServiceException.validation(
          scan && index == null ? START_KEY + ": " + SCHEMA_MISMATCH : START_KEY);
    }
    KeySchema read = index == null ? table : index;
    if (index != null || !scan) {
      for (KeyAttribute attribute : read.attributes()) {
        AttributeValue value = startKey.get(attribute.name());
        if (value == null) {
          throw ServiceException.validation(START_KEY);
        }
        checkPart(read, attribute, value);
      }
    }
    for (KeyAttribute attribute : table.attributes()) {
      try {
        checkPart(table, attribute, startKey.get(attribute.name()));
      } catch (ServiceException e) {
        throw ServiceException.validation(START_KEY + ": " + e.getMessage());
      }
    }
  }

  /** No two keys of a batch may be equal. */
  public static void checkDistinct(Collection<?> keys, String message) {
    if (new HashSet<>(keys).size() < keys.size()) {
      throw ServiceException.validation(message);
    }
  }

  private static void checkValue(KeySchema schema, KeyAttribute attribute, AttributeValue value) {
    if (length(value) == 0) {
      throw new EmptyKeyException(NOT_VALID + emptyText(value) + " Key: " + attribute.name());
    }
    checkLength(attribute.equals(schema.hash()), value);
  }

  private static String emptyText(AttributeValue value) {
    return "The AttributeValue for a key attribute cannot contain an empty "
        + (value.type() == AttributeValue.Type.S ? "string" : "binary")
        + " value.";
  }

  private static void checkLength(boolean hash, AttributeValue value) {
    if (hash && length(value) > MAX_HASH_KEY) {
      throw ServiceException.validation(
          INVALID
              + "Size of hashkey has exceeded the maximum size limit of"
              + MAX_HASH_KEY
              + " bytes");
    }
    if (!hash && length(value) > MAX_RANGE_KEY) {
      throw ServiceException.validation(
          INVALID
              + "Aggregated size of all range keys has exceeded the size limit of "
              + MAX_RANGE_KEY
              + " bytes");
    }
  }

  /** A key value's bytes; a number is never empty and never too long. */
  private static int length(AttributeValue value) {
    if (value instanceof AttributeValue.S s) {
      return Strings.utf8Length(s.value());
    }
    return value instanceof AttributeValue.B b ? b.value().length() : 1;
  }
}
