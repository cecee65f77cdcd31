package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.operation.AnswerMemory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Large answers share a bounded memory: with little of it clients get less each, or a 503. */
@Tag("DDB-10")
class AnswerMemoryTest {
  private static final int ITEMS = 12;
  private static final int ITEM_BYTES = 300_000;

  /** Room for three items of the largest size. */
  private final AnswerMemory memory = new AnswerMemory(3 * AnswerMemory.LARGEST_ITEM);

  private Sqlite sqlite;
  private Server server;

  @BeforeEach
  void start() {
    sqlite = Sqlite.inMemory();
    server =
        new Server(sqlite.storage(), Duration.ofSeconds(30), InstantSource.system(), 64, memory);
    server.create("tab", true);
    String text = "x".repeat(ITEM_BYTES);
    for (int i = 0; i < ITEMS; i++) {
      server.ok(
          "PutItem",
          "{'TableName':'tab','Item':{'h':{'S':'a'},'r':{'N':'"
              + i
              + "'},'v':{'S':'"
              + text
              + "'}}}");
    }
  }

  @AfterEach
  void stop() {
    server.close();
    sqlite.close();
  }

  private static final String QUERY =
      "{'TableName':'tab','KeyConditionExpression':'h = :h',"
          + "'ExpressionAttributeValues':{':h':{'S':'a'}}";

  private static String keys() {
    return IntStream.range(0, ITEMS)
        .mapToObj(i -> "{'h':{'S':'a'},'r':{'N':'" + i + "'}}")
        .collect(Collectors.joining(","));
  }

  private static String gets(int items) {
    return "{'TransactItems':["
        + IntStream.range(0, items)
            .mapToObj(
                i -> "{'Get':{'TableName':'tab','Key':{'h':{'S':'a'},'r':{'N':'" + i + "'}}}}")
            .collect(Collectors.joining(","))
        + "]}";
  }

  private Json.Obj answer(String operation, String body) {
    Client.Answer answer = server.send(operation, body);
    assertEquals(200, answer.status(), answer::text);
    return answer.body();
  }

  @Test
  void aBatchLeavesKeysUnprocessed() {
    Json.Obj answer = answer("BatchGetItem", "{'RequestItems':{'tab':{'Keys':[" + keys() + "]}}}");
    int answered = ((Json.Arr) ((Json.Obj) answer.get("Responses")).get("tab")).elements().size();
    Json.Obj left = (Json.Obj) ((Json.Obj) answer.get("UnprocessedKeys")).get("tab");
    assertTrue(answered > 0 && answered < ITEMS, "answered " + answered);
    assertEquals(ITEMS - answered, ((Json.Arr) left.get("Keys")).elements().size());
  }

  @Test
  void aPageEndsEarlyAndEveryItemComesAllTheSame() {
    try (AnswerMemory.Grant others = memory.all(5 * AnswerMemory.LARGEST_ITEM / 2)) {
      Json.Obj first = answer("Query", QUERY + "}");
      assertEquals(1, ((Json.Arr) first.get("Items")).elements().size());
      assertEquals(ITEMS, server.pages("Query", QUERY).size());
      assertEquals(5 * AnswerMemory.LARGEST_ITEM / 2, others.bytes());
    }
  }

  @Test
  void withNothingLeftARequestIsRefusedAndLaterOnesAreNot() {
    try (AnswerMemory.Grant others = memory.all(3 * AnswerMemory.LARGEST_ITEM)) {
      assertEquals(3 * AnswerMemory.LARGEST_ITEM, others.bytes());
      for (String[] request :
          new String[][] {
            {"Query", QUERY + "}"},
            {"Scan", "{'TableName':'tab'}"},
            {"BatchGetItem", "{'RequestItems':{'tab':{'Keys':[" + keys() + "]}}}"},
            {"TransactGetItems", gets(2)}
          }) {
        Client.Answer refused = server.send(request[0], request[1]);
        assertEquals(503, refused.status(), request[0]);
        assertTrue(
            refused.text().contains("Answers under way have 1200 of the 1200 KB"), refused::text);
      }
      // What is small goes on.
      server.ok("GetItem", "{'TableName':'tab','Key':{'h':{'S':'a'},'r':{'N':'1'}}}");
      server.ok("Query", QUERY + ",'Select':'COUNT'}");
    }
    // Every way out gave back what it had: all of it is there.
    answer("TransactGetItems", gets(3));
    answer("Query", QUERY + "}");
    memory.all(3 * AnswerMemory.LARGEST_ITEM).close();
  }
}
