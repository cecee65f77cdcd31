package io.stillpoint.examples.cities;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The table of places: how it is made, filled and asked. */
public final class CitiesTable {
  private static final int BATCH = 25;
  private static final int LOADERS = 8;
  private static final int TRIES = 100;

  private final DynamoDbClient client;
  private final String name;

  public CitiesTable(DynamoDbClient client, String name) {
    this.client = client;
    this.name = name;
  }

  /** Creates the table and its index by name, and waits until it is ACTIVE. */
  public void create() {
    GlobalSecondaryIndex byName =
        GlobalSecondaryIndex.builder()
            .indexName("ByName")
            .keySchema(key("name", KeyType.HASH), key("country", KeyType.RANGE))
            .projection(p -> p.projectionType(ProjectionType.ALL))
            .build();
    client.createTable(
        t ->
            t.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(text("country"), text("place"), text("name"))
                .keySchema(key("country", KeyType.HASH), key("place", KeyType.RANGE))
                .globalSecondaryIndexes(byName));
    client
        .waiter()
        .waitUntilTableExists(t -> t.tableName(name), w -> w.waitTimeout(Duration.ofSeconds(30)));
  }

  private static AttributeDefinition text(String attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  /**
   * Loads places in batches of 25, several at a time.
   *
   * @param progress is told how many are loaded so far, from several threads
   */
  public void load(List<Place> places, IntConsumer progress) throws InterruptedException {
    ExecutorService loaders = Executors.newFixedThreadPool(LOADERS);
    try {
      AtomicInteger loaded = new AtomicInteger();
      List<Future<?>> batches = new ArrayList<>();
      for (int from = 0; from < places.size(); from += BATCH) {
        List<Place> batch = places.subList(from, Math.min(from + BATCH, places.size()));
        batches.add(
            loaders.submit(
                () -> {
                  write(batch);
                  progress.accept(loaded.addAndGet(batch.size()));
                }));
      }
      for (Future<?> batch : batches) {
        batch.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("a batch was not loaded", e.getCause());
    } finally {
      loaders.shutdownNow();
    }
  }

  /** Writes one batch; what the server hands back as unprocessed is sent again. */
  private void write(List<Place> batch) {
    Map<String, List<WriteRequest>> left =
        Map.of(
            name,
            batch.stream()
                .map(place -> PutRequest.builder().item(place.item()).build())
                .map(put -> WriteRequest.builder().putRequest(put).build())
                .toList());
    for (int i = 0; i < TRIES && !left.isEmpty(); i++) {
      Map<String, List<WriteRequest>> request = left;
      BatchWriteItemResponse response = client.batchWriteItem(b -> b.requestItems(request));
      left = response.unprocessedItems();
    }
    if (!left.isEmpty()) {
      throw new IllegalStateException("still unprocessed after " + TRIES + " tries");
    }
  }

  /** How many places a country has, counted by the server. */
  public int count(String country) {
    return client
        .queryPaginator(
            q ->
                q.tableName(name)
                    .select(Select.COUNT)
                    .keyConditionExpression("country = :c")
                    .expressionAttributeValues(Map.of(":c", AttributeValue.fromS(country))))
        .stream()
        .mapToInt(QueryResponse::count)
        .sum();
  }

  /** The names of a region's places, in the order of their keys. */
  public List<String> inRegion(String country, String admin1) {
    return client
        .queryPaginator(
            q ->
                q.tableName(name)
                    .keyConditionExpression("country = :c AND begins_with(place, :r)")
                    .projectionExpression("#n")
                    .expressionAttributeNames(Map.of("#n", "name"))
                    .expressionAttributeValues(
                        Map.of(
                            ":c", AttributeValue.fromS(country),
                            ":r", AttributeValue.fromS(admin1 + "#"))))
        .items()
        .stream()
        .map(item -> item.get("name").s())
        .toList();
  }

  /**
   * The keys of all places of a name, by the index, in pages.
   *
   * @param pageSize places a page
   */
  public List<String> named(String placeName, int pageSize) {
    List<String> places = new ArrayList<>();
    Map<String, AttributeValue> start = Map.of();
    do {
      QueryRequest.Builder page =
          QueryRequest.builder()
              .tableName(name)
              .indexName("ByName")
              .limit(pageSize)
              .keyConditionExpression("#n = :n")
              .expressionAttributeNames(Map.of("#n", "name"))
              .expressionAttributeValues(Map.of(":n", AttributeValue.fromS(placeName)));
      if (!start.isEmpty()) {
        page.exclusiveStartKey(start);
      }
      QueryResponse response = client.query(page.build());
      response
          .items()
          .forEach(item -> places.add(item.get("country").s() + "#" + item.get("place").s()));
      start = response.lastEvaluatedKey();
    } while (!start.isEmpty());
    return places;
  }
}
