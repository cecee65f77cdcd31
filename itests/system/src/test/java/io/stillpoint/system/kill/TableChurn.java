package io.stillpoint.system.kill;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Threads that create tables, and delete some of them at once, until the server goes away. What was
 * acknowledged is remembered.
 */
final class TableChurn {
  private static final int THREADS = 4;
  private static final int MOST = 500;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final DynamoDbClient sdk;
  private final Set<String> created = ConcurrentHashMap.newKeySet();
  private final Set<String> deleting = ConcurrentHashMap.newKeySet();
  private final Set<String> deleted = ConcurrentHashMap.newKeySet();
  private final CountDownLatch ended = new CountDownLatch(THREADS);
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  private TableChurn(DynamoDbClient sdk) {
    this.sdk = sdk;
  }

  /**
   * Starts the threads.
   *
   * @param prefix how the names of these tables begin, and of no others
   * @param seed decides which tables are deleted
   */
  static TableChurn start(DynamoDbClient sdk, String prefix, long seed) {
    TableChurn churn = new TableChurn(sdk);
    for (int t = 0; t < THREADS; t++) {
      String name = prefix + "-" + t;
      Random random = new Random(seed * THREADS + t);
      Thread thread = new Thread(() -> churn.run(name, random), "churn-" + name);
      thread.setDaemon(true);
      thread.start();
    }
    return churn;
  }

  private void run(String prefix, Random random) {
    try {
      for (int i = 0; i < MOST; i++) {
        String name = prefix + "-" + i;
        create(name);
        created.add(name);
        if (random.nextInt(3) == 0) {
          deleting.add(name);
          delete(name);
          deleted.add(name);
        }
      }
    } catch (SdkClientException e) {
      // The server is gone.
    } catch (RuntimeException e) {
      failure.set(e);
    } finally {
      ended.countDown();
    }
  }

  /** As soon as it can be deleted: a table that is CREATING is in use. */
  private void delete(String name) {
    while (true) {
      try {
        sdk.deleteTable(d -> d.tableName(name));
        return;
      } catch (ResourceInUseException e) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private void create(String name) {
    sdk.createTable(
        c ->
            c.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("pk")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build()));
  }

  /** Waits until so many creations were acknowledged. */
  void awaitCreated(int tables) throws Exception {
    Loads.await(
        tables + " created tables", () -> created.size() >= tables || ended.getCount() == 0);
    assertTrue(ended.getCount() > 0, () -> "the churn ended by itself: " + failure.get());
  }

  /** Waits until every thread has met the end of the server. */
  void awaitEnd() throws InterruptedException {
    assertTrue(
        ended.await(Loads.BOUND.toSeconds(), TimeUnit.SECONDS), "the churn's threads have ended");
    assertTrue(failure.get() == null, () -> "the churn met: " + failure.get());
  }

  /**
   * Fails if a table whose creation was acknowledged is missing, or one that was deleted is not.
   */
  void assertKept(List<String> listed) {
    Set<String> missing = new TreeSet<>(created);
    missing.removeAll(deleting);
    listed.forEach(missing::remove);
    assertTrue(missing.isEmpty(), () -> "acknowledged tables are missing: " + missing);
    Set<String> back = new TreeSet<>(deleted);
    back.retainAll(listed);
    assertTrue(back.isEmpty(), () -> "deleted tables are listed: " + back);
  }
}
