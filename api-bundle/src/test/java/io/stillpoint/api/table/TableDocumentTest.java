package io.stillpoint.api.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.TableId;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("RT-12")
@Tag("SNAP-4")
class TableDocumentTest {
  private static final KeySchema KEY =
      new KeySchema(
          new KeyAttribute("pk", AttributeValue.Type.S),
          new KeyAttribute("sk", AttributeValue.Type.N));

  private final TableDefinition table =
      new TableDefinition(
          TableId.of("0190a3f2-0000-4000-8000-000000000001"),
          "000000000000",
          "Music",
          TableStatus.UPDATING,
          Instant.ofEpochMilli(1_764_547_200_123L),
          KEY,
          TableDefinition.PROVISIONED,
          new Throughput(5, 6),
          "STANDARD",
          true,
          List.of(
              index("Local", IndexDefinition.Kind.LOCAL, 16, IndexStatus.ACTIVE),
              index("Building", IndexDefinition.Kind.GLOBAL, 17, IndexStatus.CREATING),
              index("Going", IndexDefinition.Kind.GLOBAL, 18, IndexStatus.DELETING)),
          19,
          Instant.ofEpochMilli(1_764_547_201_000L));

  private static IndexDefinition index(
      String name, IndexDefinition.Kind kind, int space, IndexStatus status) {
    return new IndexDefinition(
        name,
        kind,
        space,
        KEY,
        new Projection(Projection.Type.INCLUDE, List.of("b", "a")),
        status,
        status == IndexStatus.CREATING,
        Throughput.NONE);
  }

  @Test
  void aDefinitionComesBackAsItWas() {
    assertEquals(table, TableDocument.decode(TableDocument.encode(table)));
    TableDefinition settled = table.withStatus(TableStatus.ACTIVE, null);
    assertEquals(settled, TableDocument.decode(TableDocument.encode(settled)));
  }

  @Test
  void aNewerFormatIsRefusedByNumber() {
    Bytes newer =
        Bytes.utf8(
            TableDocument.encode(table)
                .utf8()
                .replace("\"format\":{\"N\":\"1\"}", "\"format\":{\"N\":\"2\"}"));
    Exception refusal =
        assertThrows(IllegalArgumentException.class, () -> TableDocument.decode(newer));
    assertTrue(refusal.getMessage().contains("format 2"), refusal.getMessage());
  }

  @Test
  void aDescriptionLeavesOutWhatIsGoingOrHasNoSpace() {
    TableDescription whole = TableDescription.of(TableDocument.encode(table), table.spaces());
    assertEquals(
        List.of("Local", "Building"),
        whole.definition().indexes().stream().map(IndexDefinition::name).toList());
    TableDescription partial =
        TableDescription.of(TableDocument.encode(table), Set.of(Spaces.ITEMS, 16));
    assertEquals(
        List.of("Local"),
        partial.definition().indexes().stream().map(IndexDefinition::name).toList());
  }
}
