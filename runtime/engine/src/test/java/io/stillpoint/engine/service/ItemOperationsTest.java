package io.stillpoint.engine.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.table.IndexDefinition.Kind;
import io.stillpoint.api.table.Projection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** PutItem, GetItem, UpdateItem, DeleteItem through the engine's entrance. */
@Tag("DDB-2")
class ItemOperationsTest {
  private Sqlite sqlite;
  private Server server;

  @BeforeEach
  void start() {
    sqlite = Sqlite.inMemory();
    server = new Server(sqlite.storage());
    server.create("plain", false);
    server.create(
        "indexed",
        true,
        Server.index("byG", Kind.GLOBAL, 16, Server.s("g"), null, Projection.Type.KEYS_ONLY),
        Server.index(
            "byL", Kind.LOCAL, 17, Server.s("h"), Server.s("l"), Projection.Type.INCLUDE, "x"));
  }

  @AfterEach
  void stop() {
    server.close();
    sqlite.close();
  }

  @Test
  void whatWasPutIsReadBackInTheServicesForm() {
    assertEquals(
        "{}",
        server.ok(
            "PutItem",
            "{'TableName':'plain','Item':{'h':{'S':'a'},'n':{'N':'1.50e2'},'z':{'NULL':true}}}"));
    assertEquals(
        "{'Item':{'h':{'S':'a'},'n':{'N':'150'},'z':{'NULL':true}}}",
        server.ok("GetItem", "{'TableName':'plain','Key':{'h':{'S':'a'}}}"));
    assertEquals(
        "{'Item':{'n':{'N':'150'}}}",
        server.ok(
            "GetItem",
            "{'TableName':'plain','Key':{'h':{'S':'a'}},'ProjectionExpression':'n, q'}"));
    assertEquals(
        "{'Item':{}}",
        server.ok(
            "GetItem", "{'TableName':'plain','Key':{'h':{'S':'a'}},'ProjectionExpression':'q'}"));
    assertEquals("{}", server.ok("GetItem", "{'TableName':'plain','Key':{'h':{'S':'b'}}}"));
  }

  @Test
  void putReturnsTheOldItemOnRequest() {
    String put = "{'TableName':'plain','Item':{'h':{'S':'a'},'v':{'N':'%d'}},'ReturnValues':'%s'}";
    assertEquals("{}", server.ok("PutItem", put.formatted(1, "ALL_OLD")));
    assertEquals("{}", server.ok("PutItem", put.formatted(2, "NONE")));
    assertEquals(
        "{'Attributes':{'h':{'S':'a'},'v':{'N':'2'}}}",
        server.ok("PutItem", put.formatted(3, "ALL_OLD")));
    assertEquals(
        "ValidationException: ReturnValues can only be ALL_OLD or NONE",
        server.fails("PutItem", put.formatted(3, "ALL_NEW")));
  }

  @Test
  void updateReturnsWhatItsModeSays() {
    server.ok(
        "PutItem", "{'TableName':'plain','Item':{'h':{'S':'a'},'c':{'N':'1'},'d':{'S':'x'}}}");
    String update =
        "{'TableName':'plain','Key':{'h':{'S':'a'}},'UpdateExpression':'ADD c :one',"
            + "'ExpressionAttributeValues':{':one':{'N':'1'}},'ReturnValues':'%s'}";
    assertEquals("{}", server.ok("UpdateItem", update.formatted("NONE")));
    assertEquals(
        "{'Attributes':{'c':{'N':'2'},'d':{'S':'x'},'h':{'S':'a'}}}",
        server.ok("UpdateItem", update.formatted("ALL_OLD")));
    assertEquals(
        "{'Attributes':{'c':{'N':'4'},'d':{'S':'x'},'h':{'S':'a'}}}",
        server.ok("UpdateItem", update.formatted("ALL_NEW")));
    assertEquals(
        "{'Attributes':{'c':{'N':'4'}}}", server.ok("UpdateItem", update.formatted("UPDATED_OLD")));
    assertEquals(
        "{'Attributes':{'c':{'N':'6'}}}", server.ok("UpdateItem", update.formatted("UPDATED_NEW")));
  }

  @Test
  void updateMakesAnItemThatIsNotThere() {
    assertEquals(
        "{'Attributes':{'h':{'S':'new'}}}",
        server.ok(
            "UpdateItem",
            "{'TableName':'plain','Key':{'h':{'S':'new'}},'ReturnValues':'ALL_NEW'}"));
    assertEquals(
        "{}",
        server.ok(
            "UpdateItem",
            "{'TableName':'plain','Key':{'h':{'S':'none'}},'UpdateExpression':'REMOVE q',"
                + "'ReturnValues':'ALL_NEW'}"));
    assertEquals("{}", server.ok("GetItem", "{'TableName':'plain','Key':{'h':{'S':'none'}}}"));
  }

  @Test
  void deleteReturnsTheOldItemOnRequestAndForgivesItsAbsence() {
    server.ok("PutItem", "{'TableName':'plain','Item':{'h':{'S':'a'}}}");
    String delete = "{'TableName':'plain','Key':{'h':{'S':'a'}},'ReturnValues':'ALL_OLD'}";
    assertEquals("{'Attributes':{'h':{'S':'a'}}}", server.ok("DeleteItem", delete));
    assertEquals("{}", server.ok("DeleteItem", delete));
  }

  @Test
  void aFailedConditionWritesNothingAndShowsTheItemOnRequest() {
    server.ok("PutItem", "{'TableName':'plain','Item':{'h':{'S':'a'},'v':{'N':'1'}}}");
    String put =
        "{'TableName':'plain','Item':{'h':{'S':'a'},'v':{'N':'2'}},"
            + "'ConditionExpression':'attribute_not_exists(h)'%s}";
    Client.Answer plain = server.send("PutItem", put.formatted(""));
    assertEquals(400, plain.status());
    assertEquals("ConditionalCheckFailedException", plain.type());
    assertEquals("The conditional request failed", plain.message());
    assertTrue(plain.body().get("Item") == null);
    Client.Answer shown =
        server.send("PutItem", put.formatted(",'ReturnValuesOnConditionCheckFailure':'ALL_OLD'"));
    assertTrue(
        shown.text().contains("\"Item\":{\"h\":{\"S\":\"a\"},\"v\":{\"N\":\"1\"}}"), shown.text());
    assertEquals(
        "{'Item':{'h':{'S':'a'},'v':{'N':'1'}}}",
        server.ok("GetItem", "{'TableName':'plain','Key':{'h':{'S':'a'}}}"));
  }

  @Test
  void capacityIsCountedByTheServicesRules() {
    String put =
        "{'TableName':'indexed','Item':{'h':{'S':'a'},'r':{'N':'1'},'g':{'S':'g%d'},'x':{'S':'%s'}},"
            + "'ReturnConsumedCapacity':'INDEXES'}";
    assertEquals(
        "{'ConsumedCapacity':{'TableName':'indexed','CapacityUnits':3.0,"
            + "'Table':{'CapacityUnits':2.0},"
            + "'GlobalSecondaryIndexes':{'byG':{'CapacityUnits':1.0}}}}",
        server.ok("PutItem", put.formatted(1, "x".repeat(1500))));
    assertEquals(
        "{'ConsumedCapacity':{'TableName':'indexed','CapacityUnits':4.0,"
            + "'Table':{'CapacityUnits':2.0},"
            + "'GlobalSecondaryIndexes':{'byG':{'CapacityUnits':2.0}}}}",
        server.ok("PutItem", put.formatted(2, "")));
    assertEquals(
        "{'ConsumedCapacity':{'TableName':'indexed','CapacityUnits':1.0,"
            + "'Table':{'CapacityUnits':1.0}}}",
        server.ok("PutItem", put.formatted(2, "")));
    assertEquals(
        "{'ConsumedCapacity':{'TableName':'plain','CapacityUnits':0.5}}",
        server.ok(
            "GetItem",
            "{'TableName':'plain','Key':{'h':{'S':'no'}},'ReturnConsumedCapacity':'TOTAL'}"));
  }

  @Test
  void itemCollectionMetricsAreOfTablesWithLocalIndexes() {
    assertEquals(
        "{'ItemCollectionMetrics':{'ItemCollectionKey':{'h':{'S':'a'}},"
            + "'SizeEstimateRangeGB':[0.0,1.0]}}",
        server.ok(
            "PutItem",
            "{'TableName':'indexed','Item':{'h':{'S':'a'},'r':{'N':'1'}},"
                + "'ReturnItemCollectionMetrics':'SIZE'}"));
    assertEquals(
        "{}",
        server.ok(
            "PutItem",
            "{'TableName':'plain','Item':{'h':{'S':'a'}},'ReturnItemCollectionMetrics':'SIZE'}"));
  }

  @Test
  @Tag("DDB-9")
  void keysAreHeldAgainstTheSchema() {
    assertEquals(
        "ValidationException: One or more parameter values were invalid: Missing the key r in the"
            + " item",
        server.fails("PutItem", "{'TableName':'indexed','Item':{'h':{'S':'a'}}}"));
    assertEquals(
        "ValidationException: The provided key element does not match the schema",
        server.fails("GetItem", "{'TableName':'indexed','Key':{'h':{'S':'a'}}}"));
    assertEquals(
        "ValidationException: One or more parameter values were invalid: Cannot update attribute r."
            + " This attribute is part of the key",
        server.fails(
            "UpdateItem",
            "{'TableName':'indexed','Key':{'h':{'S':'a'},'r':{'N':'1'}},"
                + "'UpdateExpression':'SET r = :r','ExpressionAttributeValues':{':r':{'N':'2'}}}"));
    assertEquals(
        "ValidationException: One or more parameter values were invalid: Type mismatch for Index"
            + " Key g Expected: S Actual: N IndexName: byG",
        server.fails(
            "PutItem",
            "{'TableName':'indexed','Item':{'h':{'S':'a'},'r':{'N':'1'},'g':{'N':'1'}}}"));
    assertEquals(
        "ValidationException: The update expression attempted to update the secondary index key to"
            + " unsupported type",
        server.fails(
            "UpdateItem",
            "{'TableName':'indexed','Key':{'h':{'S':'a'},'r':{'N':'1'}},"
                + "'UpdateExpression':'SET g = :g','ExpressionAttributeValues':{':g':{'N':'2'}}}"));
    assertEquals(
        "{'Count':0,'ScannedCount':0}",
        server.ok("Scan", "{'TableName':'indexed','Select':'COUNT'}"));
  }

  @Test
  @Tag("DDB-9")
  void anUpdateMayNotGrowAnItemOver400KilobytesNorNestIt() {
    String half = "x".repeat(250 * 1024);
    server.ok("PutItem", "{'TableName':'plain','Item':{'h':{'S':'a'},'p':{'S':'" + half + "'}}}");
    String set =
        "{'TableName':'plain','Key':{'h':{'S':'a'}},'UpdateExpression':'SET q = :q',"
            + "'ExpressionAttributeValues':{':q':%s}}";
    assertEquals(
        "ValidationException: Item size to update has exceeded the maximum allowed size",
        server.fails("UpdateItem", set.formatted("{'S':'" + half + "'}")));
    server.ok("UpdateItem", set.formatted("{'M':{}}"));
    String deep = "{'L':[".repeat(32) + "]}".repeat(32);
    server.ok("UpdateItem", set.replace("SET q", "SET w").formatted(deep));
    assertEquals(
        "ValidationException: Nesting Levels have exceeded supported limits: Attributes in the item"
            + " have nested levels beyond supported limit",
        server.fails("UpdateItem", set.replace("SET q", "SET q.d").formatted(deep)));
  }

  @Test
  @Tag("DDB-9")
  void unknownTablesAndOperationsAreRefused() {
    assertEquals("UnknownOperationException: ", server.fails("Frobnicate", "{}"));
    assertEquals(
        "UnknownOperationException: ExecuteStatement is not supported by this version",
        server.fails("ExecuteStatement", "{'Statement':'SELECT * FROM x'}"));
    assertEquals("SerializationException: ", server.fails("PutItem", "{'TableName':"));
  }
}
