package io.stillpoint.tck.snapshot;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a snapshot says of its table is what the catalog says, but for indexes that go away. */
@Tag("CONF-3")
@Tag("SNAP-4")
public abstract class DescriptionContract extends SnapshotContractTest {
  private TableDefinition described() {
    return TableDocument.decode(
        storage().tables(soon()).stream()
            .filter(table -> table.name().equals("Cities"))
            .findFirst()
            .orElseThrow()
            .document());
  }

  @Test
  void itIsWhatTheCatalogHas() {
    TableWriter writer = indexedTable("Cities");
    writer.alter(
        d -> d.withSettings(TableDefinition.PROVISIONED, d.throughput(), "STANDARD", true));
    try (TableSnapshot snapshot = open("Cities")) {
      Promise.requireEqual(
          "CONF-3/description",
          "the description is what DescribeTable's is made of",
          described(),
          snapshot.description().definition());
      Promise.require(
          "SNAP-1/marker",
          "the marker names the instant, in text",
          !snapshot.marker().kind().isBlank() && !snapshot.marker().text().isBlank(),
          snapshot::marker);
    }
  }

  @Test
  void indexesAreInWhateverStateTheyAreAndDeletedOnesAreLeftOut() {
    List<IndexDefinition> indexes =
        List.of(
            index(0, IndexStatus.ACTIVE),
            index(1, IndexStatus.CREATING),
            index(2, IndexStatus.DELETING));
    TableWriter.create(storage(), definition("Cities", TableStatus.UPDATING, KEY, indexes));
    try (TableSnapshot snapshot = open("Cities")) {
      Promise.requireEqual(
          "SNAP-4/index-states",
          "an index that is being built is described, one that is being deleted is not",
          indexes.subList(0, 2),
          snapshot.description().definition().indexes());
    }
  }

  @Test
  void aSpaceThatTheTableDidNotHaveIsRefusedAndOthersCanStillBeRead() {
    TableWriter writer = indexedTable("Cities");
    writer.put(items(0, 10, 0));
    try (TableSnapshot snapshot = open("Cities")) {
      TableNotFoundException unused =
          Promise.requireRefused(
              "SNAP-1/no-such-space",
              "a space that the table did not have is 'table not found'",
              TableNotFoundException.class,
              () -> snapshot.entries(Spaces.FIRST_INDEX + 1));
      EntryCursor index = snapshot.entries(Spaces.FIRST_INDEX);
      IllegalStateException second =
          Promise.requireRefused(
              "SNAP-1/one-cursor",
              "one cursor is open at a time",
              IllegalStateException.class,
              snapshot::items);
      Promise.requireEqual(
          "SNAP-1/entries", "the index's space is read", 10, Drain.all(index, "index").size());
      index.close();
      Promise.requireEqual(
          "SNAP-1/entries",
          "the items can be read after another space (" + second.getMessage() + ")",
          10,
          Drain.all(snapshot.items(), "items").size());
    }
  }
}
