package io.stillpoint.system;

import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.s;
import static io.stillpoint.system.TestTable.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Single items: what is written is read, conditions hold, and answers carry what was asked for. */
@Tag("DDB-2")
@ExtendWith(SharedServer.class)
class ItemsIT {
  private static final int ITEM_LIMIT = 400 * 1024;

  private final DynamoDbClient client;

  ItemsIT(DynamoDbClient client) {
    this.client = client;
  }

  @Test
  void anItemIsPutReplacedAndDeleted() {
    TestTable table = TestTable.keyed(client, "items-life");
    assertFalse(client.getItem(g -> g.tableName(table.name()).key(key("a"))).hasItem());
    Map<String, AttributeValue> first =
        Map.of(
            "pk", s("a"),
            "list", AttributeValue.fromL(List.of(n(1), s("two"))),
            "map", AttributeValue.fromM(Map.of("inner", AttributeValue.fromNul(true))),
            "flag", AttributeValue.fromBool(false),
            "empty", s(""));
    table.put(first);
    assertEquals(first, table.get(key("a")));

    Map<String, AttributeValue> second = with(key("a"), "other", n(2));
    assertEquals(
        first,
        client
            .putItem(p -> p.tableName(table.name()).item(second).returnValues(ReturnValue.ALL_OLD))
            .attributes());
    assertEquals(second, table.get(key("a")));

    assertEquals(
        second,
        client
            .deleteItem(
                d -> d.tableName(table.name()).key(key("a")).returnValues(ReturnValue.ALL_OLD))
            .attributes());
    assertEquals(Map.of(), table.get(key("a")));
    assertFalse(
        client
            .deleteItem(
                d -> d.tableName(table.name()).key(key("a")).returnValues(ReturnValue.ALL_OLD))
            .hasAttributes());
  }

  private Map<String, AttributeValue> updated(TestTable table, ReturnValue returned) {
    table.put(Map.of("pk", s("u"), "count", n(1), "gone", s("x"), "still", s("y")));
    return client
        .updateItem(
            u ->
                u.tableName(table.name())
                    .key(key("u"))
                    .updateExpression("SET #c = #c + :one, fresh = :f REMOVE gone")
                    .expressionAttributeNames(Map.of("#c", "count"))
                    .expressionAttributeValues(Map.of(":one", n(1), ":f", s("new")))
                    .returnValues(returned))
        .attributes();
  }

  @Test
  void anUpdateReturnsTheValuesThatItsModeNames() {
    TestTable table = TestTable.keyed(client, "items-return-values");
    Map<String, AttributeValue> after =
        Map.of("pk", s("u"), "count", n(2), "still", s("y"), "fresh", s("new"));
    assertEquals(Map.of(), updated(table, ReturnValue.NONE));
    assertEquals(after, table.get(key("u")));
    assertEquals(
        Map.of("pk", s("u"), "count", n(1), "gone", s("x"), "still", s("y")),
        updated(table, ReturnValue.ALL_OLD));
    assertEquals(Map.of("count", n(1), "gone", s("x")), updated(table, ReturnValue.UPDATED_OLD));
    assertEquals(after, updated(table, ReturnValue.ALL_NEW));
    assertEquals(Map.of("count", n(2), "fresh", s("new")), updated(table, ReturnValue.UPDATED_NEW));
  }

  @Test
  void anUpdateOfAMissingItemCreatesIt() {
    TestTable table = TestTable.keyed(client, "items-upsert");
    client.updateItem(
        u ->
            u.tableName(table.name())
                .key(key("new"))
                .updateExpression("ADD hits :two, tags :tags SET seen = if_not_exists(seen, :two)")
                .expressionAttributeValues(
                    Map.of(":two", n(2), ":tags", AttributeValue.fromSs(List.of("only")))));
    assertEquals(
        Map.of(
            "pk", s("new"),
            "hits", n(2),
            "seen", n(2),
            "tags", AttributeValue.fromSs(List.of("only"))),
        table.get(key("new")));
  }

  @Test
  void aFailedConditionWritesNothingAndShowsTheItemIfAsked() {
    TestTable table = TestTable.keyed(client, "items-conditions");
    Map<String, AttributeValue> held = with(key("a"), "version", n(3));
    table.put(held);
    ConditionalCheckFailedException shown =
        assertThrows(
            ConditionalCheckFailedException.class,
            () ->
                client.putItem(
                    p ->
                        p.tableName(table.name())
                            .item(with(key("a"), "version", n(9)))
                            .conditionExpression("attribute_not_exists(pk)")
                            .returnValuesOnConditionCheckFailure(
                                ReturnValuesOnConditionCheckFailure.ALL_OLD)));
    assertEquals(held, shown.item());
    assertEquals("The conditional request failed", shown.awsErrorDetails().errorMessage());

    ConditionalCheckFailedException hidden =
        assertThrows(
            ConditionalCheckFailedException.class,
            () ->
                client.deleteItem(
                    d ->
                        d.tableName(table.name())
                            .key(key("a"))
                            .conditionExpression("version < :v")
                            .expressionAttributeValues(Map.of(":v", n(3)))));
    assertFalse(hidden.hasItem());
    assertThrows(
        ConditionalCheckFailedException.class,
        () ->
            client.updateItem(
                u ->
                    u.tableName(table.name())
                        .key(key("absent"))
                        .updateExpression("SET version = :v")
                        .conditionExpression("attribute_exists(pk)")
                        .expressionAttributeValues(Map.of(":v", n(3)))));
    assertEquals(List.of(held), table.scan());

    client.updateItem(
        u ->
            u.tableName(table.name())
                .key(key("a"))
                .updateExpression("SET version = :w")
                .conditionExpression("version BETWEEN :v AND :w AND NOT contains(pk, :z)")
                .expressionAttributeValues(Map.of(":v", n(3), ":w", n(4), ":z", s("z"))));
    assertEquals(with(key("a"), "version", n(4)), table.get(key("a")));
  }

  @Test
  void aProjectionReturnsThePathsThatItNames() {
    TestTable table = TestTable.keyed(client, "items-projections");
    table.put(
        Map.of(
            "pk", s("p"),
            "a", AttributeValue.fromM(Map.of("x", n(1), "y", n(2))),
            "l", AttributeValue.fromL(List.of(n(10), n(11), n(12))),
            "z", s("hidden")));
    GetItemResponse got =
        client.getItem(
            g ->
                g.tableName(table.name())
                    .key(key("p"))
                    .projectionExpression("#a.y, l[2], l[0], absent")
                    .expressionAttributeNames(Map.of("#a", "a")));
    assertEquals(
        Map.of(
            "a", AttributeValue.fromM(Map.of("y", n(2))),
            "l", AttributeValue.fromL(List.of(n(10), n(12)))),
        got.item());
  }

  @Test
  void consumedCapacityFollowsSizeAndConsistency() {
    TestTable table = TestTable.keyed(client, "items-capacity");
    Map<String, AttributeValue> item = with(key("c"), "data", s("d".repeat(5000)));
    assertEquals(
        5.0,
        client
            .putItem(
                p ->
                    p.tableName(table.name())
                        .item(item)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity()
            .capacityUnits());
    assertEquals(
        1.0,
        client
            .getItem(
                g ->
                    g.tableName(table.name())
                        .key(key("c"))
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
            .consumedCapacity()
            .capacityUnits());
    GetItemResponse consistent =
        client.getItem(
            g ->
                g.tableName(table.name())
                    .key(key("c"))
                    .consistentRead(true)
                    .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
    assertEquals(2.0, consistent.consumedCapacity().capacityUnits());
    assertEquals(2.0, consistent.consumedCapacity().table().capacityUnits());
    assertEquals(table.name(), consistent.consumedCapacity().tableName());
  }

  /** The size of an item counts names and values in UTF-8 bytes ("Item sizes and formats"). */
  @Test
  void anItemOfExactlyTheLimitIsTakenAndOneByteMoreIsRefused() {
    TestTable table = TestTable.keyed(client, "items-limit");
    int left = ITEM_LIMIT - "pk".length() - "k".length() - "data".length();
    Map<String, AttributeValue> largest = with(key("k"), "data", s("d".repeat(left)));
    table.put(largest);
    assertEquals(largest, table.get(key("k")));

    DynamoDbException tooLarge =
        assertThrows(
            DynamoDbException.class,
            () -> table.put(with(key("k"), "data", s("e".repeat(left + 1)))));
    assertEquals("ValidationException", tooLarge.awsErrorDetails().errorCode());
    assertEquals(
        "Item size has exceeded the maximum allowed size",
        tooLarge.awsErrorDetails().errorMessage());
    DynamoDbException grown =
        assertThrows(
            DynamoDbException.class,
            () ->
                client.updateItem(
                    u ->
                        u.tableName(table.name())
                            .key(key("k"))
                            .updateExpression("SET more = :m")
                            .expressionAttributeValues(Map.of(":m", n(1)))));
    assertEquals("ValidationException", grown.awsErrorDetails().errorCode());
    assertTrue(
        grown.awsErrorDetails().errorMessage().startsWith("Item size"),
        grown.awsErrorDetails().errorMessage());
    assertEquals(largest, table.get(key("k")));
  }
}
