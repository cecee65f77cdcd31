package io.stillpoint.bench.load;

import io.stillpoint.bench.server.Client;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * The table and the items that every server gets; wrk/dynamodb.lua sends the same. An item has 450
 * bytes as DynamoDB counts: names and values of pk (2 + 5), sk (2 + 4) and data (4 + 433).
 */
public final class Items {
  /** Items that have the same partition key: what a Query returns. */
  public static final int PER_PARTITION = 100;

  private static final int DATA = 433;
  private static final int BATCH = 25;
  private static final Duration ACTIVE_BOUND = Duration.ofSeconds(20);

  private Items() {}

  /** Creates the table and waits until it can be used. */
  public static void createTable(Client client) throws IOException, InterruptedException {
    String unused =
        client.call(
            "CreateTable",
            """
            {"TableName":"bench","BillingMode":"PAY_PER_REQUEST",
             "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},
                                     {"AttributeName":"sk","AttributeType":"S"}],
             "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},
                          {"AttributeName":"sk","KeyType":"RANGE"}]}""");
    long began = System.nanoTime();
    while (!client
        .call("DescribeTable", "{\"TableName\":\"bench\"}")
        .contains("\"TableStatus\":\"ACTIVE\"")) {
      if (System.nanoTime() - began > ACTIVE_BOUND.toNanos()) {
        throw new IOException("the table is not ACTIVE after " + ACTIVE_BOUND);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
  }

  /** Writes every item of the first partitions. */
  public static void load(Client client, int partitions) throws IOException, InterruptedException {
    for (int partition = 0; partition < partitions; partition++) {
      for (int from = 0; from < PER_PARTITION; from += BATCH) {
        StringBuilder requests = new StringBuilder();
        for (int sort = from; sort < from + BATCH; sort++) {
          requests.append(requests.isEmpty() ? "" : ",");
          requests.append("{\"PutRequest\":{\"Item\":").append(item(partition, sort)).append("}}");
        }
        String answer =
            client.call("BatchWriteItem", "{\"RequestItems\":{\"bench\":[" + requests + "]}}");
        if (answer.contains("\"PutRequest\"")) {
          throw new IOException("BatchWriteItem left items unprocessed: " + answer);
        }
      }
    }
  }

  /** Puts one item. */
  public static void put(Client client, int partition, int sort)
      throws IOException, InterruptedException {
    String unused =
        client.call("PutItem", "{\"TableName\":\"bench\",\"Item\":" + item(partition, sort) + "}");
  }

  /**
   * Reads an item.
   *
   * @return how long the answer is
   * @throws IOException if the item is not there, whole
   */
  public static int requireItem(Client client, int partition, int sort)
      throws IOException, InterruptedException {
    String answer =
        client.call("GetItem", "{\"TableName\":\"bench\",\"Key\":{" + key(partition, sort) + "}}");
    if (!answer.contains(data())) {
      throw new IOException("GetItem did not return the item: " + answer);
    }
    return answer.length();
  }

  /**
   * Queries a partition.
   *
   * @return how long the answer is
   * @throws IOException if it does not have its items, each whole
   */
  public static int requirePartition(Client client, int partition)
      throws IOException, InterruptedException {
    String answer = query(client, partition);
    int whole = wholeItems(answer);
    if (whole != PER_PARTITION || !answer.contains("\"Count\":" + PER_PARTITION)) {
      throw new IOException("Query returned " + whole + " items instead of " + PER_PARTITION);
    }
    return answer.length();
  }

  /**
   * Checks that a partition has items by now, all of them whole.
   *
   * @throws IOException if not
   */
  public static void requireAnyItem(Client client, int partition)
      throws IOException, InterruptedException {
    String answer = query(client, partition);
    int whole = wholeItems(answer);
    if (whole == 0 || !answer.contains("\"Count\":" + whole)) {
      throw new IOException("after the load a partition has " + whole + " whole items: " + answer);
    }
  }

  private static String query(Client client, int partition)
      throws IOException, InterruptedException {
    return client.call(
        "Query",
        "{\"TableName\":\"bench\",\"KeyConditionExpression\":\"pk = :p\","
            + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\""
            + partitionKey(partition)
            + "\"}}}");
  }

  private static int wholeItems(String answer) {
    return answer.split(data(), -1).length - 1;
  }

  private static String item(int partition, int sort) {
    return "{" + key(partition, sort) + ",\"data\":{\"S\":\"" + data() + "\"}}";
  }

  private static String key(int partition, int sort) {
    return String.format(
        Locale.ROOT,
        "\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"s%03d\"}",
        partitionKey(partition),
        sort);
  }

  private static String partitionKey(int partition) {
    return String.format(Locale.ROOT, "p%04d", partition);
  }

  private static String data() {
    return "x".repeat(DATA);
  }
}
