package io.stillpoint.system;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.waiters.Waiter;
import software.amazon.awssdk.core.waiters.WaiterAcceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** A table of one test, and the short forms of what tests say about items. */
record TestTable(DynamoDbClient client, String name) {
  /** Creates a table of the key {@code pk}, a string, and waits until it is ACTIVE. */
  static TestTable keyed(DynamoDbClient client, String name) {
    return create(
        client,
        CreateTableRequest.builder()
            .tableName(name)
            .attributeDefinitions(attribute("pk", ScalarAttributeType.S))
            .keySchema(hash("pk"))
            .build());
  }

  /** Creates a table of the keys {@code pk}, a string, and {@code sk}, and waits for ACTIVE. */
  static TestTable ranged(DynamoDbClient client, String name, ScalarAttributeType sortType) {
    return create(
        client,
        CreateTableRequest.builder()
            .tableName(name)
            .attributeDefinitions(attribute("pk", ScalarAttributeType.S), attribute("sk", sortType))
            .keySchema(hash("pk"), range("sk"))
            .build());
  }

  static TestTable create(DynamoDbClient client, CreateTableRequest request) {
    client.createTable(request.toBuilder().billingMode(BillingMode.PAY_PER_REQUEST).build());
    TestTable table = new TestTable(client, request.tableName());
    table.await(description -> description.tableStatus() == TableStatus.ACTIVE);
    return table;
  }

  /** Waits until the table's description is as told; fails when the deadline passes. */
  void await(Predicate<TableDescription> state) {
    Waiter<DescribeTableResponse> waiter =
        Waiter.builder(DescribeTableResponse.class)
            .addAcceptor(WaiterAcceptor.successOnResponseAcceptor(r -> state.test(r.table())))
            .addAcceptor(WaiterAcceptor.retryOnResponseAcceptor(r -> true))
            .overrideConfiguration(Waits.soon())
            .build();
    waiter.run(() -> client.describeTable(d -> d.tableName(name)));
  }

  void put(Map<String, AttributeValue> item) {
    client.putItem(p -> p.tableName(name).item(item));
  }

  /** The item of a key by a consistent read; empty if there is none. */
  Map<String, AttributeValue> get(Map<String, AttributeValue> key) {
    return client.getItem(g -> g.tableName(name).key(key).consistentRead(true)).item();
  }

  /** All items of a partition, in the order in which the server answers them. */
  List<Map<String, AttributeValue>> partition(String pk) {
    return client.queryPaginator(query("pk = :pk", Map.of(":pk", s(pk))).build()).items().stream()
        .toList();
  }

  QueryRequest.Builder query(String condition, Map<String, AttributeValue> values) {
    return QueryRequest.builder()
        .tableName(name)
        .keyConditionExpression(condition)
        .expressionAttributeValues(values);
  }

  List<Map<String, AttributeValue>> scan() {
    return client.scanPaginator(s -> s.tableName(name).consistentRead(true)).items().stream()
        .toList();
  }

  static AttributeValue s(String value) {
    return AttributeValue.fromS(value);
  }

  static AttributeValue n(String value) {
    return AttributeValue.fromN(value);
  }

  static AttributeValue n(long value) {
    return AttributeValue.fromN(Long.toString(value));
  }

  static AttributeValue b(int... bytes) {
    byte[] value = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      value[i] = (byte) bytes[i];
    }
    return AttributeValue.fromB(SdkBytes.fromByteArray(value));
  }

  /** The key of a table made by {@link #keyed}. */
  static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", s(pk));
  }

  /** The key of a table made by {@link #ranged}. */
  static Map<String, AttributeValue> key(String pk, AttributeValue sk) {
    return Map.of("pk", s(pk), "sk", sk);
  }

  /** A key with one more attribute. */
  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> more = new TreeMap<>(item);
    more.put(name, value);
    return more;
  }

  static List<AttributeValue> column(List<Map<String, AttributeValue>> items, String name) {
    return items.stream().map(item -> item.get(name)).toList();
  }

  static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  static KeySchemaElement range(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.RANGE).build();
  }
}
