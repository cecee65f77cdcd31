package io.stillpoint.engine.query;

import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.engine.item.StoredItem;
import java.util.ArrayList;
import java.util.List;

/** Fetches the items behind entries of a local index. */
record ItemFetch(Source source, boolean consistent, StorageEngine storage, Deadline deadline) {

  /**
   * The items, each as of an instant at which its entry was in the index; null for an entry that
   * has left it meanwhile.
   */
  List<StoredItem> items(List<Entry> entries) {
    if (entries.isEmpty()) {
      return List.of();
    }
    List<IndexEntry> parsed =
        entries.stream().map(entry -> IndexEntry.read(entry.value())).toList();
    List<Entry> items = read(parsed.stream().map(this::item).toList());
    List<StoredItem> result = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Entry item = items.get(i);
      boolean same = item != null && item.writeId().equals(parsed.get(i).baseWriteId());
      result.add(StoredItem.of(same ? item : ofOneInstant(entries.get(i), parsed.get(i))));
    }
    return result;
  }

  /** The item was written after its entry was read: looks at both again, at once. */
  private Entry ofOneInstant(Entry entry, IndexEntry parsed) {
    List<Entry> both =
        read(List.of(new ReadKey(table(), source.space(), entry.key()), item(parsed)));
    return both.get(0) == null ? null : both.get(1);
  }

  private List<Entry> read(List<ReadKey> keys) {
    return storage.read(List.of(source.table().at()), keys, consistent, deadline);
  }

  private ReadKey item(IndexEntry entry) {
    return new ReadKey(table(), Spaces.ITEMS, entry.baseKey());
  }

  private TableId table() {
    return source.table().id();
  }
}
