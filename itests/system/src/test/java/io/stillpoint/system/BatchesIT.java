package io.stillpoint.system;

import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches over two tables. */
@Tag("DDB-4")
@ExtendWith(SharedServer.class)
class BatchesIT {
  private final DynamoDbClient client;

  BatchesIT(DynamoDbClient client) {
    this.client = client;
  }

  private static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(DeleteRequest.builder().key(key).build()).build();
  }

  private static Map<String, AttributeValue> item(int i) {
    return with(key("k" + i), "value", n(i));
  }

  @Test
  void aBatchWritesAndDeletesInTwoTables() {
    TestTable one = TestTable.keyed(client, "batches-write-1");
    TestTable two = TestTable.keyed(client, "batches-write-2");
    one.put(item(100));
    List<WriteRequest> ofOne = new ArrayList<>(List.of(delete(key("k100"))));
    IntStream.range(0, 12).mapToObj(i -> put(item(i))).forEach(ofOne::add);
    List<WriteRequest> ofTwo = IntStream.range(0, 12).mapToObj(i -> put(item(i))).toList();
    BatchWriteItemResponse answer =
        client.batchWriteItem(b -> b.requestItems(Map.of(one.name(), ofOne, two.name(), ofTwo)));
    assertEquals(Map.of(), answer.unprocessedItems());
    Set<Map<String, AttributeValue>> expected =
        new HashSet<>(IntStream.range(0, 12).mapToObj(BatchesIT::item).toList());
    assertEquals(expected, new HashSet<>(one.scan()));
    assertEquals(expected, new HashSet<>(two.scan()));
  }

  @Test
  void aBatchReadsFromTwoTablesAndSkipsWhatIsAbsent() {
    TestTable one = TestTable.keyed(client, "batches-read-1");
    TestTable two = TestTable.keyed(client, "batches-read-2");
    one.put(item(1));
    one.put(item(2));
    two.put(item(1));
    BatchGetItemResponse answer =
        client.batchGetItem(
            b ->
                b.requestItems(
                    Map.of(
                        one.name(),
                            KeysAndAttributes.builder()
                                .keys(List.of(key("k1"), key("k2"), key("k3")))
                                .build(),
                        two.name(),
                            KeysAndAttributes.builder()
                                .keys(List.of(key("k1")))
                                .consistentRead(true)
                                .projectionExpression("#v")
                                .expressionAttributeNames(Map.of("#v", "value"))
                                .build())));
    assertEquals(Set.of(item(1), item(2)), new HashSet<>(answer.responses().get(one.name())));
    assertEquals(List.of(Map.of("value", n(1))), answer.responses().get(two.name()));
    assertEquals(Map.of(), answer.unprocessedKeys());
  }

  /** BatchGetItem's answer is at most 16 MB; the rest is handed back as unprocessed. */
  @Test
  void aLargeBatchReadHandsBackWhatDoesNotFit() {
    TestTable table = TestTable.keyed(client, "batches-large");
    int items = 50;
    String data = "d".repeat(380_000);
    for (int i = 0; i < items; i++) {
      table.put(with(key("k" + i), "data", TestTable.s(data)));
    }
    Set<AttributeValue> read = new HashSet<>();
    Map<String, KeysAndAttributes> left =
        Map.of(
            table.name(),
            KeysAndAttributes.builder()
                .keys(IntStream.range(0, items).mapToObj(i -> key("k" + i)).toList())
                .build());
    int answers = 0;
    while (!left.isEmpty() && answers < items) {
      Map<String, KeysAndAttributes> request = left;
      BatchGetItemResponse answer = client.batchGetItem(b -> b.requestItems(request));
      answer.responses().get(table.name()).forEach(item -> assertTrue(read.add(item.get("pk"))));
      left = answer.unprocessedKeys();
      answers++;
    }
    assertEquals(items, read.size());
    assertEquals(2, answers, "19 MB in answers of at most 16 MB");
  }

  @Test
  void aRefusedBatchWritesNothing() {
    TestTable table = TestTable.keyed(client, "batches-refused");
    DynamoDbException twice =
        assertThrows(
            DynamoDbException.class,
            () ->
                client.batchWriteItem(
                    b ->
                        b.requestItems(
                            Map.of(
                                table.name(),
                                List.of(put(item(1)), put(item(2)), delete(key("k1")))))));
    assertEquals("ValidationException", twice.awsErrorDetails().errorCode());
    assertEquals(
        "Provided list of item keys contains duplicates", twice.awsErrorDetails().errorMessage());
    DynamoDbException many =
        assertThrows(
            DynamoDbException.class,
            () ->
                client.batchWriteItem(
                    b ->
                        b.requestItems(
                            Map.of(
                                table.name(),
                                IntStream.range(0, 26).mapToObj(i -> put(item(i))).toList()))));
    assertEquals("ValidationException", many.awsErrorDetails().errorCode());
    assertEquals(List.of(), table.scan());
  }
}
