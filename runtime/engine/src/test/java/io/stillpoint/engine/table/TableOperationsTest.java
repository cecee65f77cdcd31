package io.stillpoint.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.testing.TestBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The table operations: their answers, states and refusals. */
@Tag("DDB-1")
class TableOperationsTest {
  private static final String MUSIC =
      "{'TableName':'Music','BillingMode':'PAY_PER_REQUEST',"
          + "'AttributeDefinitions':[{'AttributeName':'artist','AttributeType':'S'},"
          + "{'AttributeName':'song','AttributeType':'S'},"
          + "{'AttributeName':'year','AttributeType':'N'}],"
          + "'KeySchema':[{'AttributeName':'artist','KeyType':'HASH'},"
          + "{'AttributeName':'song','KeyType':'RANGE'}],"
          + "'LocalSecondaryIndexes':[{'IndexName':'byYear','KeySchema':["
          + "{'AttributeName':'artist','KeyType':'HASH'},{'AttributeName':'year','KeyType':'RANGE'}],"
          + "'Projection':{'ProjectionType':'INCLUDE','NonKeyAttributes':['label']}}]}";

  private final TestBackend backend = TestBackend.inMemory();
  private final TestEngine engine = TestEngine.on(backend);

  @AfterEach
  void stop() {
    engine.close();
    backend.close();
  }

  @Test
  void createsDescribesListsAndDeletes() {
    Json.Obj created = (Json.Obj) engine.create(json(MUSIC)).get("TableDescription");
    assertEquals("CREATING", TestEngine.text(created, "TableStatus"));
    engine.awaitStatus("Music", "ACTIVE");

    Json.Obj table = engine.describe("Music");
    assertEquals(
        "arn:aws:dynamodb:us-east-1:000000000000:table/Music", TestEngine.text(table, "TableArn"));
    assertEquals(TestEngine.text(created, "TableId"), TestEngine.text(table, "TableId"));
    assertTrue(((Json.Num) table.get("CreationDateTime")).text().matches("\\d{10}\\.\\d{3}"));
    assertEquals("0", ((Json.Num) table.get("ItemCount")).text());
    Json.Obj index = (Json.Obj) ((Json.Arr) table.get("LocalSecondaryIndexes")).elements().get(0);
    assertEquals(
        "arn:aws:dynamodb:us-east-1:000000000000:table/Music/index/byYear",
        TestEngine.text(index, "IndexArn"));
    assertNull(index.get("IndexStatus"), "a local index has no status of its own");
    assertEquals("{\"TableNames\":[\"Music\"]}", engine.list("{}"));

    OpenTable open = engine.tables.open(TestEngine.ACCOUNT, "Music", TestEngine.deadline());
    Json.Obj deleted = (Json.Obj) engine.delete("Music").get("TableDescription");
    assertEquals("DELETING", TestEngine.text(deleted, "TableStatus"));
    assertRefused(
        ErrorType.RESOURCE_NOT_FOUND,
        "Requested resource not found",
        () -> engine.tables.reopen(open, TestEngine.deadline()));
    TestEngine.await("Music is gone", () -> engine.list("{}").equals("{\"TableNames\":[]}"));
    assertRefused(
        ErrorType.RESOURCE_NOT_FOUND,
        "Requested resource not found: Table: Music not found",
        () -> engine.describe("Music"));
  }

  @Test
  @Tag("DROP-10")
  void staysInEachStateUntilItIsDue() {
    engine.create(table("Busy"));
    engine.awaitStatus("Busy", "ACTIVE");
    engine.create(table("Going"));
    engine.awaitStatus("Going", "ACTIVE");
    engine.delay(backend.storage(), Duration.ofHours(1));
    String protect = json("{'TableName':'Busy','DeletionProtectionEnabled':true}");
    engine.update(protect);
    String updating =
        "Attempt to change a resource which is still in use: Table is being updated: Busy";
    assertRefused(ErrorType.RESOURCE_IN_USE, updating, () -> engine.update(protect));
    assertRefused(ErrorType.RESOURCE_IN_USE, updating, () -> engine.delete("Busy"));
    // It goes on serving meanwhile.
    engine.tables.open(TestEngine.ACCOUNT, "Busy", TestEngine.deadline());
    engine.create(table("Slow"));
    assertRefused(
        ErrorType.RESOURCE_NOT_FOUND,
        "Requested resource not found",
        () -> engine.tables.open(TestEngine.ACCOUNT, "Slow", TestEngine.deadline()));
    assertRefused(
        ErrorType.RESOURCE_IN_USE,
        "Attempt to change a resource which is still in use: Table is being created: Slow",
        () -> engine.delete("Slow"));
    assertRefused(
        ErrorType.RESOURCE_IN_USE,
        "Attempt to change a resource which is still in use: Table is being created: Slow",
        () -> engine.update(json("{'TableName':'Slow','BillingMode':'PAY_PER_REQUEST'}")));
    engine.tables.open(TestEngine.ACCOUNT, "Going", TestEngine.deadline());
    engine.delete("Going");
    assertEquals("DELETING", TestEngine.text(engine.describe("Going"), "TableStatus"));
    assertEquals("{\"TableNames\":[\"Busy\",\"Going\",\"Slow\"]}", engine.list("{}"));
    assertRefused(
        ErrorType.RESOURCE_IN_USE,
        "Attempt to change a resource which is still in use: Table is being deleted: Going",
        () -> engine.delete("Going"));
    assertRefused(
        ErrorType.RESOURCE_IN_USE,
        "Table already exists: Going",
        () -> engine.create(table("Going")));
  }

  @Test
  void refusesASecondTableOfAName() {
    engine.create(table("Twice"));
    assertRefused(
        ErrorType.RESOURCE_IN_USE,
        "Table already exists: Twice",
        () -> engine.create(table("Twice")));
  }

  @Test
  void listsPageByPage() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      names.add("page-" + i);
      engine.create(table("page-" + i));
    }
    List<String> listed = new ArrayList<>();
    String after = null;
    do {
      Json.Obj page =
          TestEngine.parse(
              engine.list(
                  after == null
                      ? "{\"Limit\":3}"
                      : json("{'Limit':3,'ExclusiveStartTableName':'" + after + "'}")));
      ((Json.Arr) page.get("TableNames"))
          .elements()
          .forEach(name -> listed.add(((Json.Str) name).value()));
      after = TestEngine.text(page, "LastEvaluatedTableName");
    } while (after != null);
    assertEquals(names, listed);
  }

  @Test
  void updatesSettings() {
    engine.create(
        json(
            "{'TableName':'Units','ProvisionedThroughput':{'ReadCapacityUnits':5,"
                + "'WriteCapacityUnits':5},'AttributeDefinitions':[{'AttributeName':'a',"
                + "'AttributeType':'S'}],'KeySchema':[{'AttributeName':'a','KeyType':'HASH'}]}"));
    engine.awaitStatus("Units", "ACTIVE");
    assertRefused(
        ErrorType.VALIDATION,
        "The provisioned throughput for the table will not change. The requested value equals the"
            + " current value. Current ReadCapacityUnits provisioned for the table: 5. Requested"
            + " ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5."
            + " Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for"
            + " current limits and how to request higher limits.",
        () -> engine.update(units(5, 5)));

    Json.Obj updated = (Json.Obj) engine.update(units(7, 9)).get("TableDescription");
    assertEquals("UPDATING", TestEngine.text(updated, "TableStatus"));
    engine.awaitStatus("Units", "ACTIVE");
    Json.Obj throughput = (Json.Obj) engine.describe("Units").get("ProvisionedThroughput");
    assertEquals("7", ((Json.Num) throughput.get("ReadCapacityUnits")).text());
    assertEquals("9", ((Json.Num) throughput.get("WriteCapacityUnits")).text());

    engine.update(
        json(
            "{'TableName':'Units','DeletionProtectionEnabled':true,"
                + "'TableClass':'STANDARD_INFREQUENT_ACCESS'}"));
    engine.awaitStatus("Units", "ACTIVE");
    assertRefused(
        ErrorType.VALIDATION,
        "Resource cannot be deleted as it is currently protected against deletion. Disable"
            + " deletion protection first.",
        () -> engine.delete("Units"));
  }

  @Test
  void seesNoTableOfAnotherAccount() {
    engine.create(table("Mine"));
    engine.awaitStatus("Mine", "ACTIVE");
    assertRefused(
        ErrorType.RESOURCE_NOT_FOUND,
        "Requested resource not found",
        () -> engine.tables.open("111111111111", "Mine", TestEngine.deadline()));
  }

  private static String units(int read, int write) {
    return json(
        "{'TableName':'Units','ProvisionedThroughput':{'ReadCapacityUnits':"
            + read
            + ",'WriteCapacityUnits':"
            + write
            + "}}");
  }

  private static String table(String name) {
    return json(MUSIC).replace("\"TableName\":\"Music\"", "\"TableName\":\"" + name + "\"");
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }

  private static void assertRefused(ErrorType type, String message, Executable call) {
    ServiceException refusal = assertThrows(ServiceException.class, call);
    assertEquals(message, refusal.getMessage());
    assertEquals(type, refusal.type());
  }
}
