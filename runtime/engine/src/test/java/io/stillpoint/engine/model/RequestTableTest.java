package io.stillpoint.engine.model;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonReader;
import io.stillpoint.tck.requests.RequestTable;
import io.stillpoint.tck.requests.RequestTable.Row;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rows of the table that no table, expression or dispatcher decides, against the model. The
 * system tests send all of them over HTTP.
 */
@Tag("DDB-8")
@Tag("DDB-9")
class RequestTableTest {
  private static final Path FOLDER = Path.of("../../itests/system/src/test/resources/requests");

  private static final Map<String, Function<Json.Obj, Object>> OPERATIONS =
      Map.ofEntries(
          Map.entry("CreateTable", CreateTable::from),
          Map.entry("UpdateTable", UpdateTable::from),
          Map.entry("DeleteTable", DeleteTable::from),
          Map.entry("DescribeTable", DescribeTable::from),
          Map.entry("DescribeTimeToLive", DescribeTimeToLive::from),
          Map.entry("DescribeContinuousBackups", DescribeContinuousBackups::from),
          Map.entry("ListTables", ListTables::from),
          Map.entry("ListTagsOfResource", ListTagsOfResource::from),
          Map.entry("PutItem", PutItem::from),
          Map.entry("GetItem", GetItem::from),
          Map.entry("UpdateItem", UpdateItem::from),
          Map.entry("DeleteItem", DeleteItem::from),
          Map.entry("Query", Query::from),
          Map.entry("Scan", Scan::from),
          Map.entry("BatchGetItem", BatchGetItem::from),
          Map.entry("BatchWriteItem", BatchWriteItem::from),
          Map.entry("TransactGetItems", TransactGetItems::from),
          Map.entry("TransactWriteItems", TransactWriteItems::from));

  static Stream<Row> rowsWithoutTables() {
    return RequestTable.rows(FOLDER).stream()
        .filter(row -> !row.needsTables() && OPERATIONS.containsKey(row.operation()));
  }

  @ParameterizedTest
  @MethodSource("rowsWithoutTables")
  void theServicesErrorIsGiven(Row row) {
    ServiceException refused =
        assertThrows(
            ServiceException.class,
            () -> OPERATIONS.get(row.operation()).apply(JsonReader.parse(row.expandedBody())));
    assertAll(
        () -> assertEquals(row.expandedMessage(), refused.getMessage()),
        () -> assertEquals(row.type(), refused.type().wireName()),
        () -> assertEquals(row.status(), refused.type().status()));
  }

  @Test
  void theTableIsLargeAndMostlyTheServicesOwn() {
    List<Row> rows = RequestTable.rows(FOLDER);
    Set<String> sources =
        Set.of(
            "recorded: dynalite 4.0.0",
            "recorded: dynamodb-conformance",
            "recorded: extenddb issue 365",
            "API reference",
            "ours");
    assertAll(
        () -> assertTrue(rows.size() >= 200, "rows: " + rows.size()),
        () -> assertTrue(rows.stream().filter(r -> r.source().equals("ours")).count() <= 50),
        () -> assertTrue(rows.stream().allMatch(r -> sources.contains(r.source()))),
        () ->
            assertEquals(
                rows.size(), rows.stream().map(r -> r.file() + r.name()).distinct().count()));
  }
}
