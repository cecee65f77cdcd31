package io.stillpoint.system;

import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Transactions over two tables: all or nothing, once for each token, reasons in order. */
@Tag("DDB-4")
@ExtendWith(SharedServer.class)
class TransactionsIT {
  private final DynamoDbClient client;

  TransactionsIT(DynamoDbClient client) {
    this.client = client;
  }

  private static Map<String, AttributeValue> item(String pk, long value) {
    return with(key(pk), "value", n(value));
  }

  private static TransactWriteItem put(TestTable table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(Put.builder().tableName(table.name()).item(item).build())
        .build();
  }

  private static TransactWriteItem putNew(TestTable table, Map<String, AttributeValue> item) {
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(table.name())
                .item(item)
                .conditionExpression("attribute_not_exists(pk)")
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }

  private static TransactWriteItem add(TestTable table, String pk, long amount) {
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(table.name())
                .key(key(pk))
                .updateExpression("ADD #v :a")
                .expressionAttributeNames(Map.of("#v", "value"))
                .expressionAttributeValues(Map.of(":a", n(amount)))
                .build())
        .build();
  }

  private static TransactWriteItem delete(TestTable table, String pk) {
    return TransactWriteItem.builder()
        .delete(Delete.builder().tableName(table.name()).key(key(pk)).build())
        .build();
  }

  private static TransactWriteItem absent(TestTable table, String pk) {
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
                .tableName(table.name())
                .key(key(pk))
                .conditionExpression("attribute_not_exists(pk)")
                .build())
        .build();
  }

  private static TransactGetItem get(TestTable table, String pk) {
    return TransactGetItem.builder()
        .get(Get.builder().tableName(table.name()).key(key(pk)).build())
        .build();
  }

  @Test
  void allActionsHappenTogetherInTwoTables() {
    TestTable one = TestTable.keyed(client, "transactions-all-1");
    TestTable two = TestTable.keyed(client, "transactions-all-2");
    one.put(item("gone", 1));
    two.put(item("sum", 40));
    client.transactWriteItems(
        t ->
            t.transactItems(
                put(one, item("new", 7)),
                delete(one, "gone"),
                add(two, "sum", 2),
                absent(two, "never")));
    assertEquals(List.of(item("new", 7)), one.scan());
    List<ItemResponse> read =
        client
            .transactGetItems(
                t -> t.transactItems(get(two, "sum"), get(one, "gone"), get(one, "new")))
            .responses();
    assertEquals(item("sum", 42), read.get(0).item());
    assertFalse(read.get(1).hasItem());
    assertEquals(item("new", 7), read.get(2).item());
  }

  @Test
  void aCancelledTransactionWritesNothingAndGivesItsReasonsInOrder() {
    TestTable one = TestTable.keyed(client, "transactions-reasons-1");
    TestTable two = TestTable.keyed(client, "transactions-reasons-2");
    one.put(item("held", 1));
    two.put(item("also", 2));
    TransactionCanceledException cancelled =
        assertThrows(
            TransactionCanceledException.class,
            () ->
                client.transactWriteItems(
                    t ->
                        t.transactItems(
                            put(two, item("new", 7)),
                            putNew(one, item("held", 9)),
                            add(two, "fine", 2),
                            absent(two, "also"))));
    List<CancellationReason> reasons = cancelled.cancellationReasons();
    assertEquals(
        List.of("None", "ConditionalCheckFailed", "None", "ConditionalCheckFailed"),
        reasons.stream().map(CancellationReason::code).toList());
    assertEquals(item("held", 1), reasons.get(1).item());
    assertFalse(reasons.get(3).hasItem());
    assertEquals("The conditional request failed", reasons.get(1).message());
    assertEquals(
        "Transaction cancelled, please refer cancellation reasons for specific reasons"
            + " [None, ConditionalCheckFailed, None, ConditionalCheckFailed]",
        cancelled.awsErrorDetails().errorMessage());
    assertEquals(List.of(item("held", 1)), one.scan());
    assertEquals(List.of(item("also", 2)), two.scan());
  }

  @Test
  void aTokenMakesATransactionHappenOnce() {
    TestTable table = TestTable.keyed(client, "transactions-token");
    for (int i = 0; i < 3; i++) {
      client.transactWriteItems(
          t -> t.clientRequestToken("once").transactItems(add(table, "sum", 5)));
    }
    assertEquals(item("sum", 5), table.get(key("sum")));
    assertThrows(
        IdempotentParameterMismatchException.class,
        () ->
            client.transactWriteItems(
                t -> t.clientRequestToken("once").transactItems(add(table, "sum", 6))));
    client.transactWriteItems(
        t -> t.clientRequestToken("again").transactItems(add(table, "sum", 5)));
    assertEquals(item("sum", 10), table.get(key("sum")));
  }

  @Test
  void twoActionsOnOneItemAreRefused() {
    TestTable table = TestTable.keyed(client, "transactions-twice");
    DynamoDbException refused =
        assertThrows(
            DynamoDbException.class,
            () ->
                client.transactWriteItems(
                    t -> t.transactItems(put(table, item("a", 1)), absent(table, "a"))));
    assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
    assertEquals(
        "Transaction request cannot include multiple operations on one item",
        refused.awsErrorDetails().errorMessage());
    assertEquals(List.of(), table.scan());
  }
}
