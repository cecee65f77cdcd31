package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.check.TableModel;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Sends a load through the AWS SDK for Java 2 over HTTP. What the answers mean: 503, throttling, a
 * transaction conflict and a connection that never came about are {@link Outcome.NotApplied}; 500,
 * a cut connection and a time-out are {@link Outcome.Unknown}; a failed condition is {@link
 * Outcome.Refused} with the item, which every conditional write asks for. Any other error is the
 * test's fault and is thrown. Thread-safe.
 */
public final class SdkClient implements Client {
  private final DynamoDbClient sdk;
  private final TableModel table;
  private final SdkWrites writes;

  /**
   * @param sdk without retries: {@link #connect} makes one; closed by {@link #close}
   * @param table the table that the operations name
   */
  public SdkClient(DynamoDbClient sdk, TableModel table) {
    this.sdk = sdk;
    this.table = table;
    this.writes = new SdkWrites(sdk, table);
  }

  /**
   * An SDK client for a server: no retries, each call cut off after {@code timeout}, up to {@code
   * connections} at once. The credentials are placeholders, as a server without configured keys
   * accepts any.
   */
  public static DynamoDbClient connect(URI endpoint, Duration timeout, int connections) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .maxConnections(connections)
                .connectionTimeout(Duration.ofSeconds(2))
                .socketTimeout(timeout))
        .overrideConfiguration(
            c -> c.apiCallTimeout(timeout).retryStrategy(DefaultRetryStrategy.doNotRetry()))
        .build();
  }

  @Override
  public Outcome execute(Operation operation) {
    try {
      if (operation instanceof Write write) {
        return writes.one(write);
      }
      if (operation instanceof Transaction transaction) {
        return writes.transaction(transaction);
      }
      Read read = (Read) operation;
      return switch (read.source()) {
        case GET -> get(read);
        case BATCH_GET -> batchGet(read);
        case TRANSACT_GET -> transactGet(read);
        case QUERY -> query(read);
        case SCAN, FINAL ->
            throw new IllegalArgumentException("Use SdkTable.dump for " + read.source());
      };
    } catch (SdkException e) {
      return SdkOutcomes.of(table, e);
    }
  }

  @Override
  public List<Outcome> batchWrite(List<Write> batch) {
    List<WriteRequest> requests = batch.stream().map(this::request).toList();
    try {
      List<WriteRequest> left =
          sdk.batchWriteItem(r -> r.requestItems(Map.of(table.name(), requests)))
              .unprocessedItems()
              .getOrDefault(table.name(), List.of());
      return requests.stream()
          .map(r -> left.contains(r) ? new Outcome.NotApplied("unprocessed") : Outcome.DONE)
          .toList();
    } catch (SdkException e) {
      return Collections.nCopies(batch.size(), SdkOutcomes.of(table, e));
    }
  }

  @Override
  public void close() {
    sdk.close();
  }

  private WriteRequest request(Write write) {
    if (write.mutation() instanceof Mutation.Put put) {
      Map<String, AttributeValue> item = SdkItems.item(table, write.key(), put.image());
      return WriteRequest.builder().putRequest(p -> p.item(item)).build();
    }
    return WriteRequest.builder()
        .deleteRequest(d -> d.key(SdkItems.key(table, write.key())))
        .build();
  }

  private Outcome get(Read read) {
    Map<String, AttributeValue> key = SdkItems.key(table, read.keys().get(0));
    return Outcome.ok(
        SdkItems.image(
            table,
            sdk.getItem(r -> r.tableName(table.name()).key(key).consistentRead(read.consistent()))
                .item()));
  }

  private Outcome transactGet(Read read) {
    var items =
        read.keys().stream()
            .map(
                k ->
                    software.amazon.awssdk.services.dynamodb.model.TransactGetItem.builder()
                        .get(g -> g.tableName(table.name()).key(SdkItems.key(table, k)))
                        .build())
            .toList();
    List<Image> images =
        sdk.transactGetItems(r -> r.transactItems(items)).responses().stream()
            .map(r -> SdkItems.image(table, r.item()))
            .toList();
    return new Outcome.Ok(images);
  }

  private Outcome batchGet(Read read) {
    var keys = read.keys().stream().map(k -> SdkItems.key(table, k)).toList();
    KeysAndAttributes wanted =
        KeysAndAttributes.builder().keys(keys).consistentRead(read.consistent()).build();
    var response = sdk.batchGetItem(r -> r.requestItems(Map.of(table.name(), wanted)));
    Map<Key, Image> images = images(response.responses().getOrDefault(table.name(), List.of()));
    KeysAndAttributes left = response.unprocessedKeys().get(table.name());
    List<Image> answer = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      boolean unanswered = left != null && left.keys().contains(keys.get(i));
      answer.add(unanswered ? null : images.getOrDefault(read.keys().get(i), Image.ABSENT));
    }
    return new Outcome.Ok(answer);
  }

  private Outcome query(Read read) {
    String index = read.view().index();
    QueryRequest.Builder request =
        QueryRequest.builder()
            .tableName(table.name())
            .indexName(index.isEmpty() ? null : index)
            .consistentRead(read.consistent())
            .keyConditionExpression("#h = :h")
            .expressionAttributeNames(Map.of("#h", table.hash()))
            .expressionAttributeValues(Map.of(":h", SdkItems.value(read.keys().get(0).hash())));
    Map<Key, Image> images = new HashMap<>();
    Map<String, AttributeValue> from = null;
    do {
      QueryResponse page = sdk.query(request.exclusiveStartKey(from).build());
      images.putAll(images(page.items()));
      from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    } while (from != null);
    for (Key key : images.keySet()) {
      if (!read.keys().contains(key)) {
        throw new IllegalStateException("The query of " + read + " returned " + key);
      }
    }
    return new Outcome.Ok(
        read.keys().stream().map(k -> images.getOrDefault(k, Image.ABSENT)).toList());
  }

  private Map<Key, Image> images(List<Map<String, AttributeValue>> items) {
    Map<Key, Image> images = new HashMap<>();
    for (Map<String, AttributeValue> item : items) {
      Map<String, String> texts = SdkItems.texts(item);
      images.put(table.keyOf(texts), table.imageOf(texts));
    }
    return images;
  }
}
