package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.error.InternalException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients get for each way in which a backend's call can end. */
@Tag("DDB-12")
class OutcomesTest {
  private static final String PUT = "{'TableName':'tab','Item':{'h':{'S':'a'},'v':{'N':'1'}}}";
  private static final String DELETE = "{'TableName':'tab','Key':{'h':{'S':'a'}}}";
  private static final String ADD =
      "{'TableName':'tab','Key':{'h':{'S':'a'}},'UpdateExpression':'ADD v :o',"
          + "'ExpressionAttributeValues':{':o':{'N':'1'}}}";
  private static final String GET = "{'TableName':'tab','Key':{'h':{'S':'a'}}}";

  private FaultyStorage storage;
  private Sqlite sqlite;
  private Server server;
  private StoredTable table;

  @BeforeEach
  void start() {
    sqlite = Sqlite.inMemory();
    storage = new FaultyStorage(sqlite.storage());
    server = new Server(storage);
    table = server.create("tab", false);
    storage.commits.set(0);
  }

  @AfterEach
  void stop() {
    server.close();
    sqlite.close();
  }

  private static CommitOutcome unknown() {
    return new CommitOutcome.Unknown("the connection broke");
  }

  @Test
  void anUnknownOutcomeThatIsProvedAppliedIsASuccess() {
    storage.onCommit =
        (real, batch, deadline) -> {
          real.commit(batch, deadline);
          return unknown();
        };
    assertEquals("{}", server.ok("PutItem", PUT));
    assertEquals("{}", server.ok("UpdateItem", ADD));
    assertEquals(2, storage.commits.get());
    assertEquals("{'Item':{'h':{'S':'a'},'v':{'N':'2'}}}", server.ok("GetItem", GET));
  }

  @Test
  void anUnknownOutcomeWithoutProofIsA500AndNeverReplayed() {
    storage.onCommit = (real, batch, deadline) -> unknown();
    for (String[] request : new String[][] {{"PutItem", PUT}, {"UpdateItem", ADD}}) {
      storage.commits.set(0);
      Client.Answer answer = server.send(request[0], request[1]);
      assertEquals(500, answer.status());
      assertEquals("InternalServerError", answer.type());
      assertEquals(1, storage.commits.get());
    }
  }

  @Test
  void anUnknownDeleteIsNotProvedByAbsence() {
    server.ok("PutItem", PUT);
    storage.onCommit =
        (real, batch, deadline) -> {
          real.commit(batch, deadline);
          return unknown();
        };
    assertEquals(500, server.send("DeleteItem", DELETE).status());
  }

  @Test
  void anUnknownPutWhoseOldItemIsWantedCannotBeAnswered() {
    storage.onCommit =
        (real, batch, deadline) -> {
          real.commit(batch, deadline);
          return unknown();
        };
    assertEquals(
        500, server.send("PutItem", PUT.replace("}}}", "}},'ReturnValues':'ALL_OLD'}")).status());
  }

  @Test
  @Tag("DDB-4")
  void aTokenProvesATransactionThatOnlyDeletes() {
    server.ok("PutItem", PUT);
    storage.onCommit =
        (real, batch, deadline) -> {
          real.commit(batch, deadline);
          return unknown();
        };
    String delete = "{%s'TransactItems':[{'Delete':" + DELETE + "}]}";
    assertEquals(
        "{}", server.ok("TransactWriteItems", delete.formatted("'ClientRequestToken':'x',")));
    assertEquals(500, server.send("TransactWriteItems", delete.formatted("")).status());
  }

  @Test
  void whatIsSurelyNotAppliedIsA503AndSentOnce() {
    storage.onCommit = (real, batch, deadline) -> new CommitOutcome.Transient("the disk is full");
    Client.Answer answer = server.send("PutItem", PUT);
    assertEquals(503, answer.status());
    assertEquals("ServiceUnavailable", answer.type());
    assertEquals("the disk is full", answer.message());
    assertEquals(1, storage.commits.get());
    assertEquals("{}", server.ok("GetItem", GET));
  }

  @Test
  @Tag("DDB-11")
  void othersThatAreAlwaysFasterAreA503OrATransactionConflict() {
    storage.onCommit =
        (real, batch, deadline) ->
            new CommitOutcome.Mismatch(Map.of(0, new CommitOutcome.Current(null)));
    Server hasty = new Server(storage, Duration.ofMillis(400), InstantSource.system());
    hasty.tables.changed(table, Server.INSTANCE);
    assertEquals(503, hasty.send("UpdateItem", ADD).status());
    assertTrue(storage.commits.get() > 1, "planned only once");
    assertEquals(
        "TransactionCanceledException: Transaction cancelled, please refer cancellation reasons for"
            + " specific reasons [TransactionConflict, None]",
        hasty.fails(
            "TransactWriteItems",
            "{'TransactItems':[{'Update':"
                + ADD
                + "},{'Put':{'TableName':'tab','Item':{'h':{'S':'b'}}}}]}"));
    hasty.close();
  }

  @Test
  @Tag("DDB-5")
  void aWriteThatMeetsANewDefinitionIsPlannedAgainUnderIt() {
    AtomicBoolean altered = new AtomicBoolean();
    storage.onCommit =
        (real, batch, deadline) -> {
          if (altered.compareAndSet(false, true)) {
            TableDefinition definition = TableDocument.decode(table.document());
            TableDefinition next =
                definition.withIndexes(
                    List.of(
                        Server.index(
                            "byV",
                            IndexDefinition.Kind.GLOBAL,
                            16,
                            Server.n("v"),
                            null,
                            Projection.Type.KEYS_ONLY)),
                    17);
            real.alter(
                table.id(), table.revision(), TableDocument.encode(next), next.spaces(), deadline);
          }
          return real.commit(batch, deadline);
        };
    server.ok("PutItem", PUT);
    assertEquals(
        "{'Items':[{'h':{'S':'a'},'v':{'N':'1'}}],'Count':1,'ScannedCount':1}",
        server.ok("Scan", "{'TableName':'tab','IndexName':'byV'}"));
  }

  @Test
  @Tag("DDB-3")
  void aTableThatIsDeletedMeanwhileIsNotFound() {
    storage.beforeRead = real -> real.delete(table.id(), Deadline.after(Duration.ofSeconds(1)));
    Client.Answer answer = server.send("GetItem", GET);
    assertFalse(answer.status() == 200, answer.text());
    assertFalse(answer.type().equals("ValidationException"), answer.text());
  }

  @Test
  @Tag("DDB-9")
  void aDefectIsA500WithoutItsTrace() {
    storage.onCommit =
        (real, batch, deadline) -> {
          throw new IllegalStateException("secret detail");
        };
    Client.Answer answer = server.send("PutItem", PUT);
    assertEquals(500, answer.status());
    assertEquals("InternalServerError", answer.type());
    assertFalse(answer.text().contains("secret"), answer.text());
    storage.onCommit =
        (real, batch, deadline) -> {
          throw new StackOverflowError();
        };
    assertEquals(500, server.send("PutItem", PUT).status());
    storage.onCommit =
        (real, batch, deadline) -> {
          throw new InternalException("secret: a stored value cannot be read");
        };
    answer = server.send("PutItem", PUT);
    assertEquals(500, answer.status());
    assertFalse(answer.text().contains("secret"), answer.text());
  }

  @Test
  @Tag("DDB-9")
  void everyErrorOfTheFamilyHasItsAnswer() throws ReflectiveOperationException {
    for (Class<?> type : StorageException.class.getPermittedSubclasses()) {
      if (type == StaleRevisionException.class) {
        continue;
      }
      StorageException error =
          (StorageException) type.getConstructor(String.class).newInstance("a sentence");
      storage.onCommit =
          (real, batch, deadline) -> {
            throw error;
          };
      int status = server.send("PutItem", PUT).status();
      int expected =
          switch (type.getSimpleName()) {
            case "TransientException" -> 503;
            case "OutcomeUnknownException", "InternalException", "SnapshotExpiredException" -> 500;
            default -> 400;
          };
      assertEquals(expected, status, type.getSimpleName());
    }
  }

  @Test
  @Tag("DDB-4")
  void aBatchSaysWhichWritesWereSurelyNotApplied() {
    StoredTable other = server.create("other", false);
    storage.onCommit =
        (real, batch, deadline) ->
            batch.tables().get(0).table().equals(other.id())
                ? new CommitOutcome.Transient("busy")
                : real.commit(batch, deadline);
    String both =
        "{'RequestItems':{'tab':[{'PutRequest':{'Item':{'h':{'S':'a'}}}}],"
            + "'other':[{'PutRequest':{'Item':{'h':{'S':'b'}}}},"
            + "{'DeleteRequest':{'Key':{'h':{'S':'c'}}}}]}}";
    assertEquals(
        "{'UnprocessedItems':{'other':[{'PutRequest':{'Item':{'h':{'S':'b'}}}},"
            + "{'DeleteRequest':{'Key':{'h':{'S':'c'}}}}]}}",
        server.ok("BatchWriteItem", both));
    storage.onCommit = (real, batch, deadline) -> new CommitOutcome.Transient("busy");
    assertEquals(503, server.send("BatchWriteItem", both).status());
    storage.onCommit =
        (real, batch, deadline) ->
            batch.tables().get(0).table().equals(other.id())
                ? unknown()
                : real.commit(batch, deadline);
    assertEquals(500, server.send("BatchWriteItem", both).status());
  }

  @Test
  void aFullInstanceRefusesAtOnceAndServesAgain() throws Exception {
    Server small = new Server(storage, Duration.ofSeconds(5), InstantSource.system(), 2);
    try {
      small.tables.changed(table, Server.INSTANCE);
      CountDownLatch inside = new CountDownLatch(2);
      CountDownLatch leave = new CountDownLatch(1);
      storage.beforeRead =
          real -> {
            inside.countDown();
            await(leave);
          };
      List<CompletableFuture<Integer>> held =
          List.of(
              CompletableFuture.supplyAsync(() -> small.send("GetItem", GET).status()),
              CompletableFuture.supplyAsync(() -> small.send("GetItem", GET).status()));
      await(inside);
      Client.Answer refused = small.send("GetItem", GET);
      assertEquals(503, refused.status());
      assertEquals(
          "The backend instance 'local' is running 2 requests, its limit. The request was not"
              + " applied; send it again.",
          refused.message());
      leave.countDown();
      for (CompletableFuture<Integer> each : held) {
        assertEquals(200, each.get(10, TimeUnit.SECONDS));
      }
      assertEquals(200, small.send("GetItem", GET).status());
      assertEquals(0, small.backends.bulkhead(Server.INSTANCE).inside());
    } finally {
      small.close();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS), "the other side did not come in 10 s");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
