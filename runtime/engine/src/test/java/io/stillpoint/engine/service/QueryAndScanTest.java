package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.table.IndexDefinition.Kind;
import io.stillpoint.api.table.Projection;
import io.stillpoint.engine.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Query and Scan through the engine's entrance. */
@Tag("DDB-3")
class QueryAndScanTest {
  private Sqlite sqlite;
  private Server server;

  @BeforeEach
  void start() {
    sqlite = Sqlite.inMemory();
    server = new Server(sqlite.storage());
    server.create(
        "tab",
        true,
        Server.index(
            "byG", Kind.GLOBAL, 16, Server.s("g"), Server.n("gr"), Projection.Type.KEYS_ONLY),
        Server.index(
            "byL", Kind.LOCAL, 17, Server.s("h"), Server.s("l"), Projection.Type.INCLUDE, "x"),
        Server.index("all", Kind.GLOBAL, 18, Server.s("g"), null, Projection.Type.ALL));
  }

  @AfterEach
  void stop() {
    server.close();
    sqlite.close();
  }

  private void put(String h, int r, String rest) {
    server.ok(
        "PutItem",
        "{'TableName':'tab','Item':{'h':{'S':'" + h + "'},'r':{'N':'" + r + "'}" + rest + "}}");
  }

  private static String query(String condition, String values, String more) {
    return "{'TableName':'tab','KeyConditionExpression':'"
        + condition
        + "','ExpressionAttributeValues':{"
        + values
        + "}"
        + more;
  }

  private List<Integer> ranges(List<Json> items) {
    List<Integer> ranges = new ArrayList<>();
    for (Json item : items) {
      Json.Obj r = (Json.Obj) ((Json.Obj) item).get("r");
      ranges.add(Integer.parseInt(((Json.Str) r.get("N")).value()));
    }
    return ranges;
  }

  private List<Integer> ranges(String condition, String values, String more) {
    return ranges(server.pages("Query", query(condition, values, more)));
  }

  @Test
  void conditionsOnTheRangeKeyBoundTheAnswer() {
    for (int r : List.of(-5, 0, 1, 2, 10, 100)) {
      put("a", r, "");
      put("b", r, "");
    }
    String a = "':h':{'S':'a'}";
    assertEquals(List.of(-5, 0, 1, 2, 10, 100), ranges("h = :h", a, ""));
    assertEquals(List.of(100, 10, 2, 1, 0, -5), ranges("h = :h", a, ",'ScanIndexForward':false"));
    String two = a + ",':r':{'N':'2'}";
    assertEquals(List.of(2), ranges("h = :h AND r = :r", two, ""));
    assertEquals(List.of(-5, 0, 1), ranges("h = :h AND r < :r", two, ""));
    assertEquals(List.of(-5, 0, 1, 2), ranges("h = :h AND r <= :r", two, ""));
    assertEquals(List.of(10, 100), ranges("h = :h AND r > :r", two, ""));
    assertEquals(List.of(2, 10, 100), ranges(":r <= r AND h = :h", two, ""));
    assertEquals(
        List.of(0, 1, 2), ranges("h = :h AND r BETWEEN :s AND :r", two + ",':s':{'N':'-1'}", ""));
  }

  @Test
  void pagesLoseAndRepeatNothingWhateverTheirSizeAndDirection() {
    IntStream.range(0, 25).forEach(r -> put("a", r, ""));
    List<Integer> up = IntStream.range(0, 25).boxed().toList();
    List<Integer> down = IntStream.range(0, 25).map(i -> 24 - i).boxed().toList();
    for (int limit : List.of(1, 2, 7, 24, 25, 26)) {
      String more = ",'Limit':" + limit;
      assertEquals(up, ranges("h = :h", "':h':{'S':'a'}", more));
      assertEquals(down, ranges("h = :h", "':h':{'S':'a'}", more + ",'ScanIndexForward':false"));
      assertEquals(up, ranges(server.pages("Scan", "{'TableName':'tab'" + more)));
    }
  }

  @Test
  void aPageEndsAtOneMegabyte() {
    String big = ",'p':{'S':'" + "x".repeat(100_000) + "'}";
    IntStream.range(0, 25).forEach(r -> put("a", r, big));
    Client.Answer answer = server.send("Query", query("h = :h", "':h':{'S':'a'}", "}"));
    assertTrue(answer.text().contains("\"ScannedCount\":11"), "not 11 items in 1 MB");
    assertEquals(25, ranges("h = :h", "':h':{'S':'a'}", "").size());
    Client.Answer count =
        server.send("Query", query("h = :h", "':h':{'S':'a'}", ",'Select':'COUNT'}"));
    assertEquals(
        "{'Count':11,'ScannedCount':11,'LastEvaluatedKey':{'h':{'S':'a'},'r':{'N':'10'}}}",
        count.text().replace('"', '\''));
  }

  @Test
  void indexEntriesWithOneKeyAreToldApartOverPages() {
    for (int h = 0; h < 8; h++) {
      for (int r = 0; r < 4; r++) {
        put("h" + h, r, ",'g':{'S':'same'},'gr':{'N':'7'}");
      }
    }
    for (int limit : List.of(1, 3, 5, 32)) {
      for (String direction : List.of("true", "false")) {
        List<Json> items =
            server.pages(
                "Query",
                query(
                    "g = :g AND gr = :n",
                    "':g':{'S':'same'},':n':{'N':'7'}",
                    ",'IndexName':'byG','Limit':" + limit + ",'ScanIndexForward':" + direction));
        assertEquals(32, items.size());
        assertEquals(32, new HashSet<>(items).size());
      }
      List<Json> scanned =
          server.pages("Scan", "{'TableName':'tab','IndexName':'byG','Limit':" + limit);
      assertEquals(32, new HashSet<>(scanned).size());
      assertEquals(32, scanned.size());
    }
  }

  @Test
  void filtersCountWhatTheyLookAtAndProjectionsCut() {
    IntStream.range(0, 10).forEach(r -> put("a", r, ",'v':{'N':'" + r % 2 + "'}"));
    assertEquals(
        "{'Items':[{'r':{'N':'1'}},{'r':{'N':'3'}}],'Count':2,'ScannedCount':4,"
            + "'LastEvaluatedKey':{'h':{'S':'a'},'r':{'N':'3'}}}",
        server.ok(
            "Query",
            query(
                "h = :h",
                "':h':{'S':'a'},':v':{'N':'1'}",
                ",'FilterExpression':'v = :v','ProjectionExpression':'r','Limit':4}")));
    assertEquals(
        "{'Count':5,'ScannedCount':10}",
        server.ok(
            "Scan",
            "{'TableName':'tab','Select':'COUNT','FilterExpression':'v = :v',"
                + "'ExpressionAttributeValues':{':v':{'N':'1'}}}"));
    assertEquals(
        "ValidationException: Filter Expression can only contain non-primary key attributes:"
            + " Primary key attribute: r",
        server.fails("Query", query("h = :h", "':h':{'S':'a'}", ",'FilterExpression':'r > :h'}")));
  }

  @Test
  @Tag("DDB-5")
  void aLocalIndexFetchesWhatItDoesNotShow() {
    put("a", 1, ",'l':{'S':'z'},'x':{'S':'x1'},'y':{'S':'y1'}");
    put("a", 2, ",'l':{'S':'b'},'x':{'S':'x2'},'y':{'S':'y2'}");
    put("a", 3, ",'y':{'S':'y3'}");
    String a = "':h':{'S':'a'}";
    assertEquals(
        "{'Items':[{'h':{'S':'a'},'l':{'S':'b'},'r':{'N':'2'},'x':{'S':'x2'}},"
            + "{'h':{'S':'a'},'l':{'S':'z'},'r':{'N':'1'},'x':{'S':'x1'}}],"
            + "'Count':2,'ScannedCount':2}",
        server.ok("Query", query("h = :h", a, ",'IndexName':'byL'}")));
    assertEquals(
        "{'Items':[{'y':{'S':'y2'}},{'y':{'S':'y1'}}],'Count':2,'ScannedCount':2,"
            + "'ConsumedCapacity':{'TableName':'tab','CapacityUnits':3.0,"
            + "'Table':{'CapacityUnits':2.0},"
            + "'LocalSecondaryIndexes':{'byL':{'CapacityUnits':1.0}}}}",
        server.ok(
            "Query",
            query(
                "h = :h",
                a,
                ",'IndexName':'byL','ProjectionExpression':'y','ConsistentRead':true,"
                    + "'ReturnConsumedCapacity':'INDEXES'}")));
    assertTrue(
        server
            .ok("Query", query("h = :h", a, ",'IndexName':'byL','Select':'ALL_ATTRIBUTES'}"))
            .contains("'y':{'S':'y1'}"));
  }

  @Test
  @Tag("DDB-9")
  void whatAGlobalIndexCannotAnswerIsRefused() {
    String g = "':g':{'S':'g'}";
    assertEquals(
        "ValidationException: Consistent reads are not supported on global secondary indexes",
        server.fails("Query", query("g = :g", g, ",'IndexName':'byG','ConsistentRead':true}")));
    assertEquals(
        "ValidationException: One or more parameter values were invalid: Select type"
            + " ALL_ATTRIBUTES is not supported for global secondary index byG because its"
            + " projection type is not ALL",
        server.fails("Query", query("g = :g", g, ",'IndexName':'byG','Select':'ALL_ATTRIBUTES'}")));
    assertEquals(
        "ValidationException: One or more parameter values were invalid: Global secondary index"
            + " byG does not project [x, y]",
        server.fails(
            "Query", query("g = :g", g, ",'IndexName':'byG','ProjectionExpression':'y, g, x'}")));
    assertEquals(
        "ValidationException: The table does not have the specified index: nope",
        server.fails("Query", query("g = :g", g, ",'IndexName':'nope'}")));
    server.storage.delete(
        server.tables.cached("000000000000", "tab").id(),
        io.stillpoint.api.storage.Deadline.after(java.time.Duration.ofSeconds(1)));
    String gone = server.fails("Query", query("g = :g", g, ",'IndexName':'nope'}"));
    assertTrue(!gone.startsWith("ValidationException"), gone);
  }

  @Test
  @Tag("DDB-9")
  void startKeysMustFitTheRequest() {
    put("a", 1, "");
    String a = "':h':{'S':'a'}";
    assertEquals(
        "ValidationException: The provided starting key is outside query boundaries based on"
            + " provided conditions",
        server.fails(
            "Query", query("h = :h", a, ",'ExclusiveStartKey':{'h':{'S':'b'},'r':{'N':'1'}}}")));
    assertEquals(
        "ValidationException: The provided starting key does not match the range key predicate",
        server.fails(
            "Query",
            query(
                "h = :h AND r < :r",
                a + ",':r':{'N':'1'}",
                ",'ExclusiveStartKey':{'h':{'S':'a'},'r':{'N':'1'}}}")));
    assertEquals(
        "ValidationException: The provided starting key is invalid",
        server.fails("Query", query("h = :h", a, ",'ExclusiveStartKey':{'h':{'S':'a'}}}")));
    assertEquals(
        "ValidationException: The provided starting key is invalid: The provided key element does"
            + " not match the schema",
        server.fails("Scan", "{'TableName':'tab','ExclusiveStartKey':{'h':{'S':'a'}}}"));
  }

  @Test
  void segmentsPartitionTheTable() {
    for (int h = 0; h < 40; h++) {
      put("h" + h, 1, "");
      put("h" + h, 2, "");
    }
    for (int total : List.of(1, 3, 16)) {
      List<Json> all = new ArrayList<>();
      for (int segment = 0; segment < total; segment++) {
        all.addAll(
            server.pages(
                "Scan",
                "{'TableName':'tab','Limit':3,'Segment':" + segment + ",'TotalSegments':" + total));
      }
      assertEquals(80, all.size());
      assertEquals(80, new HashSet<>(all).size());
    }
    Client.Answer wrong = null;
    for (int segment = 0; segment < 2; segment++) {
      Client.Answer answer =
          server.send(
              "Scan",
              "{'TableName':'tab','Segment':"
                  + segment
                  + ",'TotalSegments':2,'ExclusiveStartKey':{'h':{'S':'h0'},'r':{'N':'1'}}}");
      if (answer.status() != 200) {
        assertNull(wrong, "both segments refused the key");
        wrong = answer;
      }
    }
    assertTrue(
        wrong
            .message()
            .startsWith(
                "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                    + " ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: "),
        wrong.message());
  }

  @Test
  void anEmptyRangeIsAnEmptyPage() {
    put("a", 1, "");
    assertEquals(
        "{'Items':[],'Count':0,'ScannedCount':0}",
        server.ok("Query", query("h = :h", "':h':{'S':'nobody'}", "}")));
    assertEquals(
        "{'Items':[{'h':{'S':'a'},'r':{'N':'1'}}],'Count':1,'ScannedCount':1,"
            + "'LastEvaluatedKey':{'h':{'S':'a'},'r':{'N':'1'}}}",
        server.ok("Query", query("h = :h", "':h':{'S':'a'}", ",'Limit':1}")));
    assertEquals(
        "{'Items':[],'Count':0,'ScannedCount':0}",
        server.ok(
            "Query",
            query(
                "h = :h",
                "':h':{'S':'a'}",
                ",'Limit':1,'ExclusiveStartKey':{'h':{'S':'a'},'r':{'N':'1'}}}")));
  }
}
