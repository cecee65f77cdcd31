package io.stillpoint.tck.snapshot;

import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.item.ItemSize;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Writes items together with their index entries, each batch under the revision that it was planned
 * under: what an engine does, without its conditions and outcomes. One thread at a time.
 */
final class TableWriter {
  /** Items of one batch: a hundred with one index fit every backend's limits. */
  private static final int TOGETHER = 50;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final StorageEngine storage;
  private StoredTable table;
  private TableDefinition definition;

  private TableWriter(StorageEngine storage, StoredTable table) {
    this.storage = storage;
    is(table);
  }

  /** Creates a table and writes to it. */
  static TableWriter create(StorageEngine storage, TableDefinition definition) {
    return new TableWriter(
        storage,
        storage.create(
            new NewTable(
                definition.id(),
                definition.account(),
                definition.name(),
                definition.spaces(),
                TableDocument.encode(definition)),
            Deadline.after(PATIENCE)));
  }

  private void is(StoredTable current) {
    table = current;
    definition = TableDocument.decode(current.document());
  }

  StoredTable table() {
    return table;
  }

  TableDefinition definition() {
    return definition;
  }

  EntryKey key(Map<String, AttributeValue> item) {
    return ItemEntry.key(definition.key(), item);
  }

  static Map<String, AttributeValue> item(Entry entry) {
    return CanonicalJson.decodeItem(ItemEntry.jsonBytes(entry.value()));
  }

  /** UpdateTable at the storage's level: another definition, and its spaces. */
  void alter(UnaryOperator<TableDefinition> change) {
    TableDefinition changed = change.apply(definition);
    is(
        storage.alter(
            table.id(),
            table.revision(),
            TableDocument.encode(changed),
            changed.spaces(),
            Deadline.after(PATIENCE)));
  }

  void put(List<Map<String, AttributeValue>> items) {
    for (int from = 0; from < items.size(); from += TOGETHER) {
      write(items.subList(from, Math.min(from + TOGETHER, items.size())), true);
    }
  }

  void delete(List<Map<String, AttributeValue>> keys) {
    for (int from = 0; from < keys.size(); from += TOGETHER) {
      write(keys.subList(from, Math.min(from + TOGETHER, keys.size())), false);
    }
  }

  private void write(List<Map<String, AttributeValue>> items, boolean put) {
    List<Entry> before =
        storage.read(
            List.of(table.at()),
            items.stream().map(item -> new ReadKey(table.id(), Spaces.ITEMS, key(item))).toList(),
            true,
            Deadline.after(PATIENCE));
    WriteId id = WriteId.fresh();
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      changes.addAll(plan(items.get(i), before.get(i), put ? id : null));
    }
    CommitOutcome outcome =
        storage.commit(new Batch(id, List.of(table.at()), changes), Deadline.after(PATIENCE));
    Promise.require(
        "DDB-4/applied",
        "a batch whose expectations hold is applied",
        outcome instanceof CommitOutcome.Applied,
        () -> outcome);
  }

  /**
   * The changes of an item and its index entries.
   *
   * @param id the attempt's; null to delete
   */
  private List<Change> plan(Map<String, AttributeValue> item, Entry before, WriteId id) {
    EntryKey key = key(item);
    Expectation unchanged = Expectation.unchanged(before);
    List<Change> changes = new ArrayList<>();
    Map<String, AttributeValue> old = before == null ? Map.of() : item(before);
    changes.add(
        id == null
            ? Change.delete(table.id(), Spaces.ITEMS, key, unchanged)
            : Change.put(
                table.id(),
                Spaces.ITEMS,
                key,
                unchanged,
                ItemEntry.value(
                    key, Math.toIntExact(ItemSize.of(item)), CanonicalJson.encode(item))));
    for (IndexDefinition index : definition.maintainedIndexes()) {
      Set<EntryKey> gone = new LinkedHashSet<>();
      if (isIn(index, old)) {
        gone.add(IndexEntry.key(index, key, old));
      }
      if (id != null && isIn(index, item)) {
        EntryKey indexKey = IndexEntry.key(index, key, item);
        gone.remove(indexKey);
        changes.add(
            Change.put(
                table.id(),
                index.space(),
                indexKey,
                Expectation.any(),
                new IndexEntry(key, id, CanonicalJson.encode(item))
                    .value(indexKey, Math.toIntExact(ItemSize.of(item)))));
      }
      gone.forEach(
          indexKey ->
              changes.add(Change.delete(table.id(), index.space(), indexKey, Expectation.any())));
    }
    return changes;
  }

  private static boolean isIn(IndexDefinition index, Map<String, AttributeValue> item) {
    return index.key().attributes().stream().allMatch(a -> item.containsKey(a.name()));
  }
}
