package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.stillpoint.tck.requests.RequestTable;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;

/** Every row of the table of refused requests, over HTTP; and nothing is written by any of them. */
@Tag("DDB-8")
@Tag("DDB-9")
@ExtendWith(SharedServer.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusedRequestsIT {
  private static final Path FOLDER = Path.of("src/test/resources/requests");
  private static final List<String> FIXTURES =
      List.of("fixture-hash", "fixture-range", "fixture-index");

  private final ObjectMapper json = new ObjectMapper();
  private final DynamoDbClient client;
  private final RawClient raw;

  RefusedRequestsIT(DynamoDbClient client, FelixServer server) {
    this.client = client;
    raw = new RawClient(server.endpoint());
  }

  static Stream<RequestTable.Row> rows() {
    return RequestTable.rows(FOLDER).stream();
  }

  @BeforeAll
  void createFixtures() throws Exception {
    for (JsonNode table : json.readTree(Files.readString(FOLDER.resolve("fixtures.json")))) {
      HttpResponse<String> response = raw.send("CreateTable", json.writeValueAsBytes(table));
      assertEquals(200, response.statusCode(), response.body());
    }
    for (String fixture : FIXTURES) {
      client
          .waiter()
          .waitUntilTableExists(
              DescribeTableRequest.builder().tableName(fixture).build(), Waits.soon());
    }
  }

  @ParameterizedTest
  @MethodSource("rows")
  void theServicesErrorIsGiven(RequestTable.Row row) throws Exception {
    HttpResponse<String> response = raw.send(row.operation(), row.expandedBody().array());
    JsonNode body = json.readTree(response.body());
    assertAll(
        () -> assertEquals(row.expandedMessage(), message(body)),
        () -> assertEquals(row.type(), body.path("__type").asText()),
        () -> assertEquals(row.status(), response.statusCode()));
  }

  private static String message(JsonNode body) {
    return body.has("message") ? body.get("message").asText() : body.path("Message").asText();
  }

  @AfterAll
  void nothingWasWritten() {
    List<String> tables = client.listTablesPaginator().tableNames().stream().toList();
    for (String never : List.of("absent-table", "abc", "abd")) {
      assertFalse(tables.contains(never), never + " was created");
    }
    for (String fixture : FIXTURES) {
      assertEquals(0, client.scan(s -> s.tableName(fixture)).count(), fixture + " is empty");
    }
  }
}
