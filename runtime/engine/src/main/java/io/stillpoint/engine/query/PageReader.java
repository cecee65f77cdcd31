package io.stillpoint.engine.query;

import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.IndexEntry;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.capacity.CapacityUnits;
import io.stillpoint.engine.capacity.ConsumedCapacity;
import io.stillpoint.engine.item.GetItemOperation;
import io.stillpoint.engine.item.StoredItem;
import io.stillpoint.engine.json.JsonWriter;
import java.util.List;
import java.util.Map;

/**
 * Reads one page of a Query or Scan into the Items of its response. Stored JSON goes over unparsed
 * unless filter or projection need attributes. Serves one request; not thread-safe.
 */
final class PageReader {
  /**
   * How many entries' items are fetched at a time: a page holds three items of the largest size.
   */
  private static final int FETCHED_AT_ONCE = 25;

  private final Source source;
  private final Shown shown;
  private final boolean consistent;
  private final PageBounds bounds;
  private final ConsumedCapacity capacity;
  private final StorageEngine storage;
  private final Deadline deadline;
  private final JsonWriter out;

  private int count;
  private long fetchedSize;
  private Entry last;

  /**
   * @param out where {@code "Items":[…]} goes, unless only a count is wanted
   */
  PageReader(
      Source source,
      Shown shown,
      boolean consistent,
      PageBounds bounds,
      ConsumedCapacity capacity,
      StorageEngine storage,
      Deadline deadline,
      JsonWriter out) {
    this.source = source;
    this.shown = shown;
    this.consistent = consistent;
    this.bounds = bounds;
    this.capacity = capacity;
    this.storage = storage;
    this.deadline = deadline;
    this.out = out;
  }

  /**
   * Reads the page.
   *
   * @param range where it begins; null for an empty page
   */
  void read(KeyRange range) {
    if (!shown.onlyCounts()) {
      out.name("Items").array();
    }
    KeyRange left = range;
    while (left != null && !bounds.isFull()) {
      Page page = storage.range(request(left), deadline);
      add(page.entries());
      left = page.more() && last != null && !bounds.isFull() ? after(left, last) : null;
    }
    if (!shown.onlyCounts()) {
      out.endArray();
    }
    countCapacity();
  }

  private RangeRequest request(KeyRange range) {
    int entries = bounds.entriesLeft();
    return new RangeRequest(
        source.table().at(),
        source.space(),
        range,
        shown.fetchesItems() ? Math.min(entries, FETCHED_AT_ONCE) : entries,
        bounds.bytesLeft(),
        shown.needsValues(source) ? Fetch.VALUES : Fetch.HEADERS,
        consistent);
  }

  private static KeyRange after(KeyRange range, Entry last) {
    if (range instanceof KeyRange.OfPartition p) {
      return new KeyRange.OfPartition(
          p.partition(),
          p.backwards() ? p.sorts().before(last.key().sort()) : p.sorts().after(last.key().sort()),
          p.backwards());
    }
    return new KeyRange.OfSpace(last.key().next(), ((KeyRange.OfSpace) range).segment());
  }

  private void add(List<Entry> entries) {
    List<StoredItem> fetched =
        shown.fetchesItems()
            ? new ItemFetch(source, consistent, storage, deadline).items(entries)
            : null;
    for (int i = 0; i < entries.size() && !bounds.isFull(); i++) {
      last = entries.get(i);
      if (fetched == null) {
        add(last);
      } else if (fetched.get(i) != null) {
        addFetched(last, fetched.get(i));
      }
    }
  }

  private void add(Entry entry) {
    long size = EntryHeader.read(entry.value()).size();
    bounds.add(size);
    if (shown.onlyCounts() && shown.filter() == null) {
      count++;
      return;
    }
    if (source.isIndex()) {
      add(StoredItem.of(size, IndexEntry.read(entry.value()).json()));
    } else {
      add(StoredItem.of(entry));
    }
  }

  private void addFetched(Entry entry, StoredItem item) {
    // The page is bounded by what it returns, or entries of a few bytes would fetch gigabytes.
    bounds.add(item.size());
    fetchedSize += EntryHeader.read(entry.value()).size();
    if (capacity != null) {
      capacity.add(CapacityUnits.read(consistent), item.size());
    }
    add(item);
  }

  private void add(StoredItem item) {
    if (shown.filter() != null && !shown.filter().test(item.attributes())) {
      return;
    }
    count++;
    if (!shown.onlyCounts()) {
      GetItemOperation.write(out, item, shown.projection());
    }
  }

  private void countCapacity() {
    if (capacity == null) {
      return;
    }
    CapacityUnits.Access access = CapacityUnits.read(consistent);
    if (source.isIndex()) {
      capacity.add(source.index(), access, shown.fetchesItems() ? fetchedSize : bounds.size());
    } else {
      capacity.add(access, bounds.size());
    }
  }

  /** Items that passed the filter. */
  int count() {
    return count;
  }

  /** Entries looked at. */
  int scanned() {
    return bounds.scanned();
  }

  /**
   * Where the next page begins; null if this was surely the last. A page that is full has one even
   * if nothing follows, as in the service.
   */
  Map<String, AttributeValue> lastEvaluatedKey() {
    return bounds.isFull() && last != null ? StartKey.of(source, last) : null;
  }
}
