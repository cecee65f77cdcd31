package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.check.Dump;
import io.stillpoint.tck.history.check.TableModel;
import io.stillpoint.tck.history.check.TableModel.IndexModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Makes the load's table and reads all of it at the end. */
public final class SdkTable {
  private SdkTable() {}

  /**
   * Creates a table of {@link Shape} and waits until it is ACTIVE.
   *
   * @param most how long to wait
   */
  public static TableModel create(DynamoDbClient sdk, String name, Duration most) {
    sdk.createTable(
        r ->
            r.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    attribute(Shape.HASH, ScalarAttributeType.S),
                    attribute(Shape.RANGE, ScalarAttributeType.S),
                    attribute(Shape.VALUE, ScalarAttributeType.S),
                    attribute(Shape.GLOBAL_HASH, ScalarAttributeType.S),
                    attribute(Shape.LOCAL_RANGE, ScalarAttributeType.N))
                .keySchema(keys(Shape.HASH, Shape.RANGE))
                .globalSecondaryIndexes(
                    GlobalSecondaryIndex.builder()
                        .indexName(Shape.GLOBAL_INDEX)
                        .keySchema(keys(Shape.GLOBAL_HASH, Shape.VALUE))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build())
                .localSecondaryIndexes(
                    LocalSecondaryIndex.builder()
                        .indexName(Shape.LOCAL_INDEX)
                        .keySchema(keys(Shape.HASH, Shape.LOCAL_RANGE))
                        .projection(
                            p ->
                                p.projectionType(ProjectionType.INCLUDE)
                                    .nonKeyAttributes(Shape.VALUE))
                        .build()));
    Duration pause = Duration.ofMillis(50);
    try (var waiter =
        software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter.builder()
            .client(sdk)
            .overrideConfiguration(
                c ->
                    c.waitTimeout(most)
                        .maxAttempts((int) Math.max(1, most.dividedBy(pause)))
                        .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(pause)))
            .build()) {
      waiter.waitUntilTableExists(r -> r.tableName(name));
    }
    return Shape.model(name);
  }

  /**
   * Reads the table and every index to the end. Call it when no client is at work; where global
   * indexes lag behind their table, after they have caught up.
   */
  public static Dump dump(DynamoDbClient sdk, TableModel table) {
    long begun = System.nanoTime();
    List<Map<String, String>> items = scan(sdk, table, "", true);
    Map<String, List<Map<String, String>>> indexes = new HashMap<>();
    for (IndexModel index : table.indexes()) {
      // A consistent read of a global index is a validation error.
      indexes.put(index.name(), scan(sdk, table, index.name(), false));
    }
    return new Dump(table, items, indexes, begun, System.nanoTime());
  }

  private static List<Map<String, String>> scan(
      DynamoDbClient sdk, TableModel table, String index, boolean consistent) {
    ScanRequest.Builder request =
        ScanRequest.builder()
            .tableName(table.name())
            .indexName(index.isEmpty() ? null : index)
            .consistentRead(consistent);
    List<Map<String, String>> items = new ArrayList<>();
    Map<String, AttributeValue> from = null;
    do {
      ScanResponse page = sdk.scan(request.exclusiveStartKey(from).build());
      page.items().forEach(item -> items.add(SdkItems.texts(item)));
      from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (from != null);
    return items;
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static List<KeySchemaElement> keys(String hash, String range) {
    return List.of(
        KeySchemaElement.builder().attributeName(hash).keyType(KeyType.HASH).build(),
        KeySchemaElement.builder().attributeName(range).keyType(KeyType.RANGE).build());
  }
}
