package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.table.IndexDefinition.Kind;
import io.stillpoint.api.table.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The batch and transaction operations through the engine's entrance. */
@Tag("DDB-4")
class BatchAndTransactionTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-12-01T00:00:00Z"));
  private Sqlite sqlite;
  private Server server;

  @BeforeEach
  void start() {
    sqlite = Sqlite.inMemory();
    server = new Server(sqlite.storage(), Duration.ofSeconds(5), now::get);
    server.create("tab", false);
    server.create(
        "two",
        true,
        Server.index("byG", Kind.GLOBAL, 16, Server.s("g"), null, Projection.Type.ALL));
  }

  @AfterEach
  void stop() {
    server.close();
    sqlite.close();
  }

  private String get(String h) {
    return server.ok("GetItem", "{'TableName':'tab','Key':{'h':{'S':'" + h + "'}}}");
  }

  @Test
  void batchesWriteAndReadSeveralTables() {
    assertEquals(
        "{'UnprocessedItems':{},'ConsumedCapacity':["
            + "{'TableName':'tab','CapacityUnits':2.0},{'TableName':'two','CapacityUnits':2.0}]}",
        server.ok(
            "BatchWriteItem",
            "{'RequestItems':{'tab':[{'PutRequest':{'Item':{'h':{'S':'a'}}}},"
                + "{'DeleteRequest':{'Key':{'h':{'S':'b'}}}}],"
                + "'two':[{'PutRequest':{'Item':{'h':{'S':'a'},'r':{'N':'1'},'g':{'S':'x'}}}}]},"
                + "'ReturnConsumedCapacity':'TOTAL'}"));
    assertEquals(
        "{'Responses':{'tab':[{'h':{'S':'a'}}],'two':[{'g':{'S':'x'}}]},'UnprocessedKeys':{}}",
        server.ok(
            "BatchGetItem",
            "{'RequestItems':{'tab':{'Keys':[{'h':{'S':'a'}},{'h':{'S':'b'}}]},"
                + "'two':{'Keys':[{'h':{'S':'a'},'r':{'N':'1'}}],'ProjectionExpression':'g'}}}"));
    assertTrue(server.ok("Scan", "{'TableName':'two','IndexName':'byG'}").contains("'Count':1"));
  }

  @Test
  @Tag("DDB-9")
  void aBatchThatDoesNotFitItsTablesWritesNothing() {
    assertEquals(
        "ValidationException: Provided list of item keys contains duplicates",
        server.fails(
            "BatchWriteItem",
            "{'RequestItems':{'tab':[{'PutRequest':{'Item':{'h':{'S':'a'},'v':{'N':'1'}}}},"
                + "{'DeleteRequest':{'Key':{'h':{'S':'a'}}}}]}}"));
    assertEquals(
        "ValidationException: The provided key element does not match the schema",
        server.fails(
            "BatchWriteItem",
            "{'RequestItems':{'tab':[{'PutRequest':{'Item':{'h':{'S':'a'}}}}],"
                + "'two':[{'PutRequest':{'Item':{'h':{'S':'a'}}}}]}}"));
    assertEquals("{}", get("a"));
  }

  @Test
  void batchGetStopsAtSixteenMegabytes() {
    String big = "x".repeat(390 * 1024);
    String keys =
        IntStream.range(0, 50)
            .mapToObj(i -> "{'h':{'S':'k" + i + "'}}")
            .collect(Collectors.joining(","));
    for (int i = 0; i < 50; i++) {
      server.ok(
          "PutItem", "{'TableName':'tab','Item':{'h':{'S':'k" + i + "'},'p':{'S':'" + big + "'}}}");
    }
    String answer =
        server.ok(
            "BatchGetItem",
            "{'RequestItems':{'tab':{'Keys':[" + keys + "],'ConsistentRead':true}}}");
    String unprocessed = answer.substring(answer.indexOf("'UnprocessedKeys'"));
    assertEquals(
        "'UnprocessedKeys':{'tab':{'Keys':["
            + IntStream.range(42, 50)
                .mapToObj(i -> "{'h':{'S':'k" + i + "'}}")
                .collect(Collectors.joining(","))
            + "],'ConsistentRead':true}}}",
        unprocessed);
  }

  @Test
  void aTransactionIsAppliedWholeOverItsTables() {
    server.ok("PutItem", "{'TableName':'tab','Item':{'h':{'S':'n'},'v':{'N':'1'}}}");
    server.ok("PutItem", "{'TableName':'tab','Item':{'h':{'S':'d'}}}");
    assertEquals(
        "{'ConsumedCapacity':["
            + "{'TableName':'tab','CapacityUnits':6.0,'WriteCapacityUnits':6.0},"
            + "{'TableName':'two','CapacityUnits':4.0,'WriteCapacityUnits':4.0}]}",
        server.ok(
            "TransactWriteItems",
            "{'TransactItems':[{'Update':{'TableName':'tab','Key':{'h':{'S':'n'}},'UpdateExpression':'ADD"
                + " v :o','ExpressionAttributeValues':{':o':{'N':'1'}}}},"
                + "{'Delete':{'TableName':'tab','Key':{'h':{'S':'d'}}}},"
                + "{'Put':{'TableName':'two','Item':{'h':{'S':'a'},'r':{'N':'1'},'g':{'S':'x'}}}},"
                + "{'ConditionCheck':{'TableName':'tab','Key':{'h':{'S':'none'}},"
                + "'ConditionExpression':'attribute_not_exists(h)'}}],"
                + "'ReturnConsumedCapacity':'TOTAL'}"));
    assertEquals(
        "{'Responses':[{'Item':{'v':{'N':'2'}}},{},{'Item':{'g':{'S':'x'},'h':{'S':'a'},'r':{'N':'1'}}}]}",
        server.ok(
            "TransactGetItems",
            "{'TransactItems':["
                + "{'Get':{'TableName':'tab','Key':{'h':{'S':'n'}},'ProjectionExpression':'v'}},"
                + "{'Get':{'TableName':'tab','Key':{'h':{'S':'d'}}}},"
                + "{'Get':{'TableName':'two','Key':{'h':{'S':'a'},'r':{'N':'1'}}}}]}"));
  }

  @Test
  void reasonsOfACancelledTransactionAreInOrder() {
    server.ok("PutItem", "{'TableName':'tab','Item':{'h':{'S':'a'},'v':{'S':'text'}}}");
    Client.Answer answer =
        server.send(
            "TransactWriteItems",
            "{'TransactItems':["
                + "{'Put':{'TableName':'tab','Item':{'h':{'S':'new'}}}},"
                + "{'Put':{'TableName':'tab','Item':{'h':{'S':'a'}},"
                + "'ConditionExpression':'attribute_not_exists(h)',"
                + "'ReturnValuesOnConditionCheckFailure':'ALL_OLD'}},"
                + "{'ConditionCheck':{'TableName':'tab','Key':{'h':{'S':'b'}},"
                + "'ConditionExpression':'attribute_exists(h)'}}]}");
    assertEquals(400, answer.status());
    assertEquals("TransactionCanceledException", answer.type());
    assertEquals(
        "Transaction cancelled, please refer cancellation reasons for specific reasons"
            + " [None, ConditionalCheckFailed, ConditionalCheckFailed]",
        answer.message());
    assertTrue(
        answer
            .text()
            .replace('"', '\'')
            .endsWith(
                "'CancellationReasons':[{'Code':'None'},"
                    + "{'Code':'ConditionalCheckFailed','Item':{'h':{'S':'a'},'v':{'S':'text'}},"
                    + "'Message':'The conditional request failed'},"
                    + "{'Code':'ConditionalCheckFailed',"
                    + "'Message':'The conditional request failed'}]}"),
        answer.text());
    assertEquals("{}", get("new"));
    assertEquals(
        "ValidationException: Transaction request cannot include multiple operations on one item",
        server.fails(
            "TransactWriteItems",
            "{'TransactItems':[{'Put':{'TableName':'tab','Item':{'h':{'S':'new'}}}},"
                + "{'Delete':{'TableName':'tab','Key':{'h':{'S':'new'}}}}]}"));
    assertEquals(
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for"
            + " specific reasons [None, ValidationError]",
        server.fails(
            "TransactWriteItems",
            "{'TransactItems':[{'Put':{'TableName':'tab','Item':{'h':{'S':'new'}}}},{'Update':{'TableName':'tab','Key':{'h':{'S':'a'}},'UpdateExpression':'ADD"
                + " v :o','ExpressionAttributeValues':{':o':{'N':'1'}}}}]}"));
  }

  @Test
  void aTokenAppliesItsRequestOnceForTenMinutes() {
    String add =
        "{'ClientRequestToken':'tok','TransactItems':[{'Update':{'TableName':'tab',"
            + "'Key':{'h':{'S':'a'}},'UpdateExpression':'ADD v :o',"
            + "'ExpressionAttributeValues':{':o':{'N':'%s'}}}}],'ReturnConsumedCapacity':'TOTAL'}";
    assertEquals(
        "{'ConsumedCapacity':[{'TableName':'tab','CapacityUnits':2.0,'WriteCapacityUnits':2.0}]}",
        server.ok("TransactWriteItems", add.formatted("1")));
    assertEquals(
        "{'ConsumedCapacity':[{'TableName':'tab','CapacityUnits':2.0,'ReadCapacityUnits':2.0}]}",
        server.ok("TransactWriteItems", add.formatted("1.0")));
    assertEquals("{'Item':{'h':{'S':'a'},'v':{'N':'1'}}}", get("a"));
    assertTrue(
        server
            .fails("TransactWriteItems", add.formatted("2"))
            .startsWith("IdempotentParameterMismatchException: "));
    now.set(now.get().plus(Duration.ofMinutes(10)));
    server.ok("TransactWriteItems", add.formatted("2"));
    assertEquals("{'Item':{'h':{'S':'a'},'v':{'N':'3'}}}", get("a"));
  }

  @Test
  void oldTokensAreSwept() {
    String put =
        "{'ClientRequestToken':'%s','TransactItems':[{'Put':{'TableName':'tab',"
            + "'Item':{'h':{'S':'a'}}}}]}";
    server.ok("TransactWriteItems", put.formatted("one"));
    now.set(now.get().plus(Duration.ofMinutes(9)));
    server.ok("TransactWriteItems", put.formatted("two"));
    server.engine().tokens().sweep();
    assertEquals(2, tokens());
    now.set(now.get().plus(Duration.ofMinutes(1)));
    server.engine().tokens().sweep();
    assertEquals(1, tokens());
    now.set(now.get().plus(Duration.ofMinutes(9)));
    server.engine().tokens().sweep();
    assertEquals(0, tokens());
  }

  private long tokens() {
    return server
        .storage
        .measure(
            server.tables.cached("000000000000", "tab").at(),
            io.stillpoint.api.entry.Spaces.TOKENS,
            io.stillpoint.api.storage.Deadline.after(Duration.ofSeconds(1)))
        .entries();
  }

  @Test
  void aTransactionOverInstancesIsRefusedByName() {
    Sqlite other = Sqlite.inMemory();
    server.addInstance("other", other.storage(), 64);
    server.create("other", other.storage(), "far", false);
    assertEquals(
        "ValidationException: A transaction's tables must lie on one backend instance, but 'tab' is"
            + " on 'local', 'far' is on 'other'. Nothing was written.",
        server.fails(
            "TransactWriteItems",
            "{'TransactItems':[{'Put':{'TableName':'tab','Item':{'h':{'S':'a'}}}},"
                + "{'Put':{'TableName':'far','Item':{'h':{'S':'a'}}}}]}"));
    assertEquals("{}", get("a"));
    other.close();
  }

  @Test
  @Tag("DDB-9")
  void aTransactionOfMoreThanFourMegabytesIsRefused() {
    String big = "x".repeat(390 * 1024);
    String puts =
        IntStream.range(0, 11)
            .mapToObj(
                i ->
                    "{'Put':{'TableName':'tab','Item':{'h':{'S':'"
                        + i
                        + "'},'p':{'S':'"
                        + big
                        + "'}}}}")
            .collect(Collectors.joining(","));
    assertTrue(
        server
            .fails("TransactWriteItems", "{'TransactItems':[" + puts + "]}")
            .startsWith("TransactionCanceledException"));
    assertEquals("{}", get("0"));
  }
}
