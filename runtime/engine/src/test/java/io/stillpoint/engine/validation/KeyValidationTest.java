package io.stillpoint.engine.validation;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@Tag("DDB-9")
class KeyValidationTest {
  private static final KeySchema TABLE =
      new KeySchema(
          new KeyAttribute("pk", AttributeValue.Type.S),
          new KeyAttribute("sk", AttributeValue.Type.B));
  private static final KeySchema INDEX =
      new KeySchema(
          new KeyAttribute("gpk", AttributeValue.Type.S),
          new KeyAttribute("gsk", AttributeValue.Type.N));

  private static final AttributeValue TEXT = AttributeValue.s("x");
  private static final AttributeValue BLOB = AttributeValue.b(Bytes.wrap(new byte[] {1}));
  private static final AttributeValue ONE = AttributeValue.n(1);

  private static void refused(String message, Executable check) {
    ServiceException refused = assertThrows(ServiceException.class, check);
    assertEquals(ErrorType.VALIDATION, refused.type());
    assertEquals(message, refused.getMessage());
  }

  private static Map<String, AttributeValue> key(AttributeValue pk, AttributeValue sk) {
    return Map.of("pk", pk, "sk", sk);
  }

  @Test
  void keysAreExactlyTheSchema() {
    String mismatch = KeyValidation.SCHEMA_MISMATCH;
    assertDoesNotThrow(() -> KeyValidation.checkKey(TABLE, key(TEXT, BLOB)));
    refused(mismatch, () -> KeyValidation.checkKey(TABLE, Map.of()));
    refused(mismatch, () -> KeyValidation.checkKey(TABLE, Map.of("pk", TEXT)));
    refused(mismatch, () -> KeyValidation.checkKey(TABLE, Map.of("pk", TEXT, "other", BLOB)));
    refused(
        mismatch,
        () -> KeyValidation.checkKey(TABLE, Map.of("pk", TEXT, "sk", BLOB, "other", ONE)));
    refused(mismatch, () -> KeyValidation.checkKey(TABLE, key(ONE, BLOB)));
    refused(mismatch, () -> KeyValidation.checkKey(TABLE, key(TEXT, TEXT)));
  }

  @Test
  void emptyKeysAreRefused() {
    refused(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty string value. Key: pk",
        () -> KeyValidation.checkKey(TABLE, key(AttributeValue.s(""), BLOB)));
    refused(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot"
            + " contain an empty binary value. Key: sk",
        () -> KeyValidation.checkItem(TABLE, key(TEXT, AttributeValue.b(Bytes.EMPTY))));
  }

  @Test
  void longKeysAreRefusedByTheirBytes() {
    AttributeValue hash = AttributeValue.s("é".repeat(1024));
    AttributeValue range = AttributeValue.b(Bytes.wrap(new byte[1024]));
    assertDoesNotThrow(() -> KeyValidation.checkKey(TABLE, key(hash, range)));
    refused(
        "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size"
            + " limit of2048 bytes",
        () -> KeyValidation.checkKey(TABLE, key(AttributeValue.s("é".repeat(1024) + "x"), range)));
    refused(
        "One or more parameter values were invalid: Aggregated size of all range keys has exceeded"
            + " the size limit of 1024 bytes",
        () ->
            KeyValidation.checkItem(
                TABLE, key(hash, AttributeValue.b(Bytes.wrap(new byte[1025])))));
  }

  @Test
  void itemsNameWhatIsMissingOrOfAnotherType() {
    assertDoesNotThrow(
        () -> KeyValidation.checkItem(TABLE, Map.of("pk", TEXT, "sk", BLOB, "more", ONE)));
    refused(
        "One or more parameter values were invalid: Missing the key sk in the item",
        () -> KeyValidation.checkItem(TABLE, Map.of("pk", TEXT)));
    refused(
        "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N",
        () -> KeyValidation.checkItem(TABLE, key(ONE, BLOB)));
    refused(
        KeyValidation.SCHEMA_MISMATCH,
        () -> KeyValidation.checkBatchItem(TABLE, Map.of("pk", TEXT, "more", ONE)));
    refused(
        KeyValidation.SCHEMA_MISMATCH, () -> KeyValidation.checkBatchItem(TABLE, key(ONE, BLOB)));
  }

  @Test
  void indexKeysMayBeAbsentButNotWrong() {
    assertDoesNotThrow(() -> KeyValidation.checkIndexKey("gsi", INDEX, Map.of("pk", TEXT)));
    assertDoesNotThrow(
        () -> KeyValidation.checkIndexKey("gsi", INDEX, Map.of("gpk", TEXT, "gsk", ONE)));
    refused(
        "One or more parameter values were invalid: Type mismatch for Index Key gsk Expected: N"
            + " Actual: S IndexName: gsi",
        () -> KeyValidation.checkIndexKey("gsi", INDEX, Map.of("gpk", TEXT, "gsk", TEXT)));
    refused(
        "One or more parameter values are not valid. A value specified for a secondary index key is"
            + " not supported. The AttributeValue for a key attribute cannot contain an empty string"
            + " value. IndexName: gsi, IndexKey: gpk",
        () -> KeyValidation.checkIndexKey("gsi", INDEX, Map.of("gpk", AttributeValue.s(""))));
  }

  @Test
  void startKeysHaveTheKeysOfTableAndIndex() {
    String invalid = "The provided starting key is invalid";
    Map<String, AttributeValue> both = Map.of("pk", TEXT, "sk", BLOB, "gpk", TEXT, "gsk", ONE);
    assertDoesNotThrow(() -> KeyValidation.checkStartKey(TABLE, INDEX, both, false));
    assertDoesNotThrow(() -> KeyValidation.checkStartKey(TABLE, null, key(TEXT, BLOB), true));
    refused(
        invalid + ": " + KeyValidation.SCHEMA_MISMATCH,
        () -> KeyValidation.checkStartKey(TABLE, null, both, true));
    refused(invalid, () -> KeyValidation.checkStartKey(TABLE, null, both, false));
    refused(invalid, () -> KeyValidation.checkStartKey(TABLE, INDEX, key(TEXT, BLOB), true));
    refused(
        KeyValidation.SCHEMA_MISMATCH,
        () -> KeyValidation.checkStartKey(TABLE, null, key(ONE, BLOB), false));
    refused(
        invalid + ": " + KeyValidation.SCHEMA_MISMATCH,
        () -> KeyValidation.checkStartKey(TABLE, null, key(ONE, BLOB), true));
    refused(
        invalid,
        () ->
            KeyValidation.checkStartKey(
                TABLE, INDEX, Map.of("pk", TEXT, "sk", BLOB, "gpk", TEXT, "x", ONE), false));
  }

  @Test
  void batchesNameAnItemOnce() {
    assertDoesNotThrow(
        () -> KeyValidation.checkDistinct(List.of(TEXT, BLOB), KeyValidation.DUPLICATE_KEYS));
    refused(
        KeyValidation.DUPLICATE_KEYS,
        () ->
            KeyValidation.checkDistinct(
                List.of(ONE, AttributeValue.n("1.0")), KeyValidation.DUPLICATE_KEYS));
  }
}
