package io.stillpoint.system;

import static io.stillpoint.system.TestTable.column;
import static io.stillpoint.system.TestTable.key;
import static io.stillpoint.system.TestTable.n;
import static io.stillpoint.system.TestTable.s;
import static io.stillpoint.system.TestTable.with;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
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
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Query and Scan on the table: conditions, filters, pages and segments. */
@Tag("DDB-3")
@ExtendWith(SharedServer.class)
class QueriesIT {
  private static final int ITEMS = 20;

  private final DynamoDbClient client;

  QueriesIT(DynamoDbClient client) {
    this.client = client;
  }

  /** A partition p of the range keys 0 to 19, and neighbours that no answer may contain. */
  private TestTable numbered(String name) {
    TestTable table = TestTable.ranged(client, name, ScalarAttributeType.N);
    for (int i = 0; i < ITEMS; i++) {
      table.put(with(key("p", n(i)), "even", AttributeValue.fromBool(i % 2 == 0)));
    }
    table.put(key("o", n(5)));
    table.put(key("p\0", n(5)));
    table.put(key("q", n(5)));
    return table;
  }

  private static List<AttributeValue> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(TestTable::n).toList();
  }

  private List<AttributeValue> keys(QueryRequest.Builder query) {
    return column(client.query(query.build()).items(), "sk");
  }

  @Test
  void keyConditionsSelectARange() {
    TestTable table = numbered("queries-conditions");
    Map<String, AttributeValue> p = Map.of(":p", s("p"));
    Map<String, AttributeValue> five = Map.of(":p", s("p"), ":a", n(5));
    assertEquals(numbers(0, ITEMS), keys(table.query("pk = :p", p)));
    assertEquals(numbers(5, 6), keys(table.query("pk = :p AND sk = :a", five)));
    assertEquals(numbers(0, 5), keys(table.query("pk = :p AND sk < :a", five)));
    assertEquals(numbers(0, 6), keys(table.query("pk = :p AND sk <= :a", five)));
    assertEquals(numbers(6, ITEMS), keys(table.query("pk = :p AND sk > :a", five)));
    assertEquals(numbers(5, ITEMS), keys(table.query("sk >= :a AND pk = :p", five)));
    assertEquals(
        numbers(5, 10),
        keys(
            table.query(
                "pk = :p AND sk BETWEEN :a AND :b", Map.of(":p", s("p"), ":a", n(5), ":b", n(9)))));
    assertEquals(List.of(), keys(table.query("pk = :p", Map.of(":p", s("absent")))));
  }

  @Test
  void aFilterCountsWhatItScannedAndALimitWhatItRead() {
    TestTable table = numbered("queries-filters");
    QueryResponse page =
        client.query(
            table
                .query("pk = :p", Map.of(":p", s("p"), ":t", AttributeValue.fromBool(true)))
                .filterExpression("even = :t")
                .limit(7)
                .build());
    assertEquals(List.of(n(0), n(2), n(4), n(6)), column(page.items(), "sk"));
    assertEquals(4, page.count());
    assertEquals(7, page.scannedCount());
    assertEquals(key("p", n(6)), page.lastEvaluatedKey());

    QueryResponse counted =
        client.query(
            table
                .query("pk = :p", Map.of(":p", s("p"), ":t", AttributeValue.fromBool(true)))
                .filterExpression("even = :t")
                .select(Select.COUNT)
                .build());
    assertFalse(counted.hasItems());
    assertEquals(ITEMS / 2, counted.count());
    assertEquals(ITEMS, counted.scannedCount());
  }

  @Test
  void pagesFollowEachOtherInBothDirections() {
    TestTable table = numbered("queries-pages");
    for (boolean forward : List.of(true, false)) {
      List<AttributeValue> read = new ArrayList<>();
      Map<String, AttributeValue> start = Map.of();
      int pages = 0;
      do {
        QueryRequest.Builder query =
            table
                .query("pk = :p AND sk > :a", Map.of(":p", s("p"), ":a", n(3)))
                .scanIndexForward(forward)
                .limit(5);
        if (!start.isEmpty()) {
          query.exclusiveStartKey(start);
        }
        QueryResponse page = client.query(query.build());
        read.addAll(column(page.items(), "sk"));
        start = page.lastEvaluatedKey();
        if (!start.isEmpty()) {
          assertEquals(key("p", read.get(read.size() - 1)), start);
        }
        pages++;
      } while (!start.isEmpty() && pages < ITEMS);
      List<AttributeValue> expected = new ArrayList<>(numbers(4, ITEMS));
      if (!forward) {
        Collections.reverse(expected);
      }
      assertEquals(expected, read);
      assertEquals(4, pages);
    }
  }

  /**
   * "Paginating table query results": a page that ends with the limit has a key, even at the end.
   */
  @Test
  void aPageThatEndsByItsLimitAtTheLastItemStillHasAKey() {
    TestTable table = numbered("queries-exact-end");
    QueryResponse exact =
        client.query(table.query("pk = :p", Map.of(":p", s("p"))).limit(ITEMS).build());
    assertEquals(key("p", n(ITEMS - 1)), exact.lastEvaluatedKey());
    QueryResponse after =
        client.query(
            table
                .query("pk = :p", Map.of(":p", s("p")))
                .exclusiveStartKey(exact.lastEvaluatedKey())
                .build());
    assertEquals(0, after.count());
    assertFalse(after.hasLastEvaluatedKey());
    QueryResponse open =
        client.query(table.query("pk = :p", Map.of(":p", s("p"))).limit(ITEMS + 1).build());
    assertFalse(open.hasLastEvaluatedKey());
  }

  @Test
  void aStartKeyNeedNotExist() {
    TestTable table = numbered("queries-start-keys");
    client.deleteItem(d -> d.tableName(table.name()).key(key("p", n(9))));
    assertEquals(
        numbers(10, ITEMS),
        keys(table.query("pk = :p", Map.of(":p", s("p"))).exclusiveStartKey(key("p", n(9)))));
    assertEquals(
        numbers(10, ITEMS),
        keys(table.query("pk = :p", Map.of(":p", s("p"))).exclusiveStartKey(key("p", n("9.5")))));
  }

  @Test
  void aPageEndsAtOneMegabyte() {
    TestTable table = TestTable.ranged(client, "queries-megabyte", ScalarAttributeType.N);
    int items = 12;
    for (int i = 0; i < items; i++) {
      table.put(with(key("p", n(i)), "data", s("d".repeat(200_000))));
    }
    QueryResponse page =
        client.query(table.query("pk = :p", Map.of(":p", s("p"))).select(Select.COUNT).build());
    assertTrue(page.hasLastEvaluatedKey(), "2.4 MB in one page");
    // The item that crosses the megabyte is the last one: six of 200,000 bytes.
    assertEquals(6, page.count());
    assertEquals(key("p", n(5)), page.lastEvaluatedKey());
    assertEquals(numbers(0, items), column(table.partition("p"), "sk"));
    ScanResponse scanned = client.scan(c -> c.tableName(table.name()));
    assertEquals(6, scanned.count());
    assertEquals(items, table.scan().size());
  }

  @Test
  void theSegmentsOfAParallelScanAreTheWholeTableOnce() {
    TestTable table = TestTable.ranged(client, "queries-segments", ScalarAttributeType.N);
    Set<Map<String, AttributeValue>> written = new HashSet<>();
    for (int i = 0; i < 120; i++) {
      Map<String, AttributeValue> item = key("p" + i / 2, n(i));
      table.put(item);
      written.add(item);
    }
    for (int segments : new int[] {1, 3, 8, 64}) {
      List<Map<String, AttributeValue>> read = new ArrayList<>();
      int filled = 0;
      for (int segment = 0; segment < segments; segment++) {
        int number = segment;
        List<Map<String, AttributeValue>> part =
            client
                .scanPaginator(
                    c -> c.tableName(table.name()).segment(number).totalSegments(segments).limit(7))
                .items()
                .stream()
                .toList();
        read.addAll(part);
        filled += part.isEmpty() ? 0 : 1;
      }
      assertEquals(written.size(), read.size(), segments + " segments");
      assertEquals(written, new HashSet<>(read), segments + " segments");
      assertTrue(filled > 1 || segments == 1, "one of " + segments + " segments has everything");
    }
  }

  @Test
  void aScanFiltersAndProjects() {
    TestTable table = numbered("queries-scan");
    ScanResponse scanned =
        client.scan(
            c ->
                c.tableName(table.name())
                    .filterExpression("attribute_exists(even) AND sk < :a")
                    .projectionExpression("sk")
                    .expressionAttributeValues(Map.of(":a", n(3))));
    assertEquals(
        List.of(Map.of("sk", n(0)), Map.of("sk", n(1)), Map.of("sk", n(2))), scanned.items());
    assertEquals(ITEMS + 3, scanned.scannedCount());
  }
}
