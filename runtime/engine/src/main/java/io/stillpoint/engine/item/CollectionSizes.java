package io.stillpoint.engine.item;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.key.KeyCodec;
import io.stillpoint.api.key.SortRange;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.table.OpenTable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Sizes of item collections: the items of one hash key and their entries in local indexes, added up
 * by a range over their headers and kept for a minute, which is as exact as the service's estimate.
 * Thread safe.
 */
public final class CollectionSizes {
  private static final long KEPT_NANOS = Duration.ofMinutes(1).toNanos();
  private static final int MOST_KEPT = 1_000;
  private static final int PAGE_ENTRIES = 10_000;
  private static final long PAGE_BYTES = 1 << 20;
  private static final long GIGABYTE = 1L << 30;

  private record Collection(TableId table, Bytes partition) {}

  private record Known(long bytes, long nanoTime) {}

  private final Map<Collection, Known> known =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Collection, Known> eldest) {
          return size() > MOST_KEPT;
        }
      };

  /** Whether a table's items form collections that have a size: only those with local indexes. */
  public static boolean has(TableDefinition table) {
    return table.indexes().stream().anyMatch(i -> i.kind() == IndexDefinition.Kind.LOCAL);
  }

  /**
   * Writes the ItemCollectionMetrics of an item's collection.
   *
   * @param key the item's
   */
  public void write(
      JsonWriter out, OpenTable table, EntryKey key, StorageEngine storage, Deadline deadline) {
    KeyAttribute hash = table.definition().key().hash();
    long low = bytes(table, key.partition(), storage, deadline) / GIGABYTE;
    out.object().name("ItemCollectionKey").object();
    out.name(hash.name()).value(KeyCodec.decode(hash.type(), key.partition())).endObject();
    out.name("SizeEstimateRangeGB").array();
    out.value(new BigDecimal(low + ".0")).value(new BigDecimal(low + 1 + ".0"));
    out.endArray().endObject();
  }

  private long bytes(OpenTable table, Bytes partition, StorageEngine storage, Deadline deadline) {
    Collection collection = new Collection(table.id(), partition);
    long now = System.nanoTime();
    synchronized (known) {
      Known before = known.get(collection);
      if (before != null && now - before.nanoTime < KEPT_NANOS) {
        return before.bytes;
      }
    }
    long bytes = sum(table, Spaces.ITEMS, partition, storage, deadline);
    for (IndexDefinition index : table.definition().maintainedIndexes()) {
      if (index.kind() == IndexDefinition.Kind.LOCAL) {
        bytes += sum(table, index.space(), partition, storage, deadline);
      }
    }
    synchronized (known) {
      known.put(collection, new Known(bytes, now));
    }
    return bytes;
  }

  private static long sum(
      OpenTable table, int space, Bytes partition, StorageEngine storage, Deadline deadline) {
    long bytes = 0;
    SortRange left = SortRange.ALL;
    while (true) {
      Page page =
          storage.range(
              new RangeRequest(
                  table.at(),
                  space,
                  new KeyRange.OfPartition(partition, left, false),
                  PAGE_ENTRIES,
                  PAGE_BYTES,
                  Fetch.HEADERS,
                  false),
              deadline);
      for (Entry entry : page.entries()) {
        bytes += EntryHeader.read(entry.value()).size();
      }
      if (!page.more() || page.entries().isEmpty()) {
        return bytes;
      }
      left = left.after(page.entries().get(page.entries().size() - 1).key().sort());
    }
  }
}
