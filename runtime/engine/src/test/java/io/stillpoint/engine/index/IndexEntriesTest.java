package io.stillpoint.engine.index;

import static io.stillpoint.api.item.AttributeValue.n;
import static io.stillpoint.api.item.AttributeValue.s;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.engine.error.ServiceException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which entries an item has in the indexes of its table. */
@Tag("DDB-5")
class IndexEntriesTest {
  private static final KeySchema BASE = new KeySchema(attribute("id", AttributeValue.Type.S), null);
  private static final KeySchema BY_SCORE =
      new KeySchema(
          attribute("game", AttributeValue.Type.S), attribute("score", AttributeValue.Type.N));

  @Test
  void putsOneEntryForEachIndexWhoseKeyTheItemHas() {
    TableDefinition table =
        table(index("all", 16, Projection.Type.ALL), index("keys", 17, Projection.Type.KEYS_ONLY));
    Map<String, AttributeValue> item = item("a", "chess", 7);
    WriteId writeId = WriteId.fresh();

    List<Change> changes = changes(table, null, item, writeId);

    assertEquals(2, changes.size());
    Change all = changes.get(0);
    assertEquals(16, all.space());
    assertEquals(Change.Kind.PUT, all.kind());
    assertEquals(Expectation.any(), all.expectation());
    IndexEntry entry = IndexEntry.read(all.value());
    assertEquals(ItemEntry.key(BASE, item), entry.baseKey());
    assertEquals(writeId, entry.baseWriteId());
    assertEquals(item, CanonicalJson.decodeItem(entry.json()));
    assertEquals(ItemSize.of(item), EntryHeader.read(all.value()).size());

    Map<String, AttributeValue> keys = Map.of("id", s("a"), "game", s("chess"), "score", n(7));
    IndexEntry keysOnly = IndexEntry.read(changes.get(1).value());
    assertEquals(keys, CanonicalJson.decodeItem(keysOnly.json()));
    assertEquals(ItemSize.of(keys), EntryHeader.read(changes.get(1).value()).size());
  }

  @Test
  void includesTheNamedAttributesThatTheItemHas() {
    IndexDefinition index =
        new IndexDefinition(
            "some",
            IndexDefinition.Kind.GLOBAL,
            16,
            BY_SCORE,
            new Projection(Projection.Type.INCLUDE, List.of("note", "absent")),
            IndexStatus.ACTIVE,
            false,
            Throughput.NONE);
    Map<String, AttributeValue> item = item("a", "chess", 7);

    IndexEntry entry =
        IndexEntry.read(changes(table(index), null, item, WriteId.fresh()).get(0).value());

    assertEquals(
        Map.of("id", s("a"), "game", s("chess"), "score", n(7), "note", s("n")),
        CanonicalJson.decodeItem(entry.json()));
  }

  @Test
  void movesTheEntryWhenTheIndexKeyChanges() {
    TableDefinition table = table(index("all", 16, Projection.Type.ALL));

    List<Change> moved =
        changes(table, item("a", "chess", 7), item("a", "chess", 8), WriteId.fresh());
    assertEquals(
        List.of(Change.Kind.DELETE, Change.Kind.PUT), moved.stream().map(Change::kind).toList());
    assertNotEquals(moved.get(0).key(), moved.get(1).key());

    List<Change> stayed =
        changes(table, item("a", "chess", 7), item("a", "chess", 7), WriteId.fresh());
    assertEquals(List.of(Change.Kind.PUT), stayed.stream().map(Change::kind).toList());

    List<Change> gone = changes(table, item("a", "chess", 7), null, WriteId.fresh());
    assertEquals(List.of(Change.Kind.DELETE), gone.stream().map(Change::kind).toList());
    assertEquals(moved.get(0).key(), gone.get(0).key());
  }

  @Test
  void leavesOutWhatHasNoProperKey() {
    TableDefinition table = table(index("all", 16, Projection.Type.ALL));
    Map<String, AttributeValue> missing = Map.of("id", s("a"), "game", s("chess"));
    Map<String, AttributeValue> mistyped =
        Map.of("id", s("a"), "game", s("chess"), "score", s("7"));
    Map<String, AttributeValue> empty = Map.of("id", s("a"), "game", s(""), "score", n(7));
    Map<String, AttributeValue> huge =
        Map.of("id", s("a"), "game", s("x".repeat(2049)), "score", n(7));

    for (Map<String, AttributeValue> item : List.of(missing, mistyped, empty, huge)) {
      assertEquals(List.of(), changes(table, null, item, WriteId.fresh()), item.toString());
      assertEquals(List.of(), changes(table, item, null, WriteId.fresh()), item.toString());
    }
  }

  @Test
  void refusesAValueThatCannotBeAnIndexKey() {
    TableDefinition table = table(index("byScore", 16, Projection.Type.ALL));

    assertEquals(
        "One or more parameter values were invalid: Type mismatch for Index Key score Expected: N"
            + " Actual: S IndexName: byScore",
        refusal(table, Map.of("id", s("a"), "score", s("7"))));
    assertEquals(
        "One or more parameter values are not valid. A value specified for a secondary index key is"
            + " not supported. The AttributeValue for a key attribute cannot contain an empty"
            + " string value. IndexName: byScore, IndexKey: game",
        refusal(table, Map.of("id", s("a"), "game", s(""))));
    IndexKeys.check(table, Map.of("id", s("a"), "game", s("chess")));
  }

  @Test
  void leavesDeletedIndexesAlone() {
    IndexDefinition dropped =
        index("all", 16, Projection.Type.ALL).with(IndexStatus.DELETING, false);
    Map<String, AttributeValue> item = item("a", "chess", 7);
    assertEquals(List.of(), changes(table(dropped), item, item, WriteId.fresh()));
    IndexKeys.check(table(dropped), Map.of("id", s("a"), "score", s("7")));
  }

  private static String refusal(TableDefinition table, Map<String, AttributeValue> item) {
    return assertThrows(ServiceException.class, () -> IndexKeys.check(table, item)).getMessage();
  }

  private static List<Change> changes(
      TableDefinition table,
      Map<String, AttributeValue> old,
      Map<String, AttributeValue> item,
      WriteId writeId) {
    List<Change> changes = new ArrayList<>();
    EntryKey baseKey = ItemEntry.key(BASE, old == null ? item : old);
    IndexEntries.changes(
        table, baseKey, old, item == null ? null : ItemImage.of(item), writeId, changes::add);
    return changes;
  }

  private static Map<String, AttributeValue> item(String id, String game, int score) {
    return Map.of("id", s(id), "game", s(game), "score", n(score), "note", s("n"), "other", s("o"));
  }

  private static KeyAttribute attribute(String name, AttributeValue.Type type) {
    return new KeyAttribute(name, type);
  }

  private static IndexDefinition index(String name, int space, Projection.Type projection) {
    return new IndexDefinition(
        name,
        IndexDefinition.Kind.GLOBAL,
        space,
        BY_SCORE,
        new Projection(projection, List.of()),
        IndexStatus.ACTIVE,
        false,
        Throughput.NONE);
  }

  private static TableDefinition table(IndexDefinition... indexes) {
    return new TableDefinition(
        TableId.random(),
        "000000000000",
        "Scores",
        TableStatus.ACTIVE,
        Instant.EPOCH,
        BASE,
        TableDefinition.PAY_PER_REQUEST,
        Throughput.NONE,
        "STANDARD",
        false,
        List.of(indexes),
        Spaces.FIRST_INDEX + indexes.length,
        null);
  }
}
