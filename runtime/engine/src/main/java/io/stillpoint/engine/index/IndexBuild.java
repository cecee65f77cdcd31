package io.stillpoint.engine.index;

import io.stillpoint.api.backend.Atomicity;
import io.stillpoint.api.entry.EntryHeader;
import io.stillpoint.api.entry.ItemEntry;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.OutcomeUnknownException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Fills an index with the entries of items that are older than it (DESIGN "Index build").
 *
 * <p>Every writer maintains the index since the revision that added it, so what is missing are
 * entries of items that nobody has written since. The build walks over the items and puts each
 * one's entry in a batch that expects the item to be the one that was read: if somebody wrote it
 * meanwhile, the batch changes nothing, and the item is read again. A step is one page; it can be
 * repeated, so an end of the process at any moment costs work and nothing else. No transaction
 * holds more than {@value #ITEMS_PER_BATCH} items.
 *
 * <p>One thread at a time.
 */
public final class IndexBuild {
  static final int ITEMS_PER_BATCH = 25;

  private static final int PAGE_ENTRIES = 200;
  private static final long PAGE_BYTES = 1 << 20;
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final BackendDirectory backends;
  private final BuildProgress progress;
  private final String instance;
  private final TableId table;
  private final int space;
  private final int pageEntries;
  private EntryKey from;
  private volatile Subject subject;
  private final AtomicLong looked = new AtomicLong();

  /**
   * What is being filled.
   *
   * @param table the table's name
   * @param index the index's name
   */
  public record Subject(String table, String index) {}

  /** How a step ended. */
  public enum Step {
    /** There are more items. */
    MORE,
    /** Every item is in the index. */
    FILLED,
    /** The table or the index went away. */
    GONE
  }

  public IndexBuild(
      BackendDirectory backends,
      BuildProgress progress,
      String instance,
      TableId table,
      int space) {
    this(backends, progress, instance, table, space, PAGE_ENTRIES);
  }

  IndexBuild(
      BackendDirectory backends,
      BuildProgress progress,
      String instance,
      TableId table,
      int space,
      int pageEntries) {
    this.backends = backends;
    this.progress = progress;
    this.instance = instance;
    this.table = table;
    this.space = space;
    this.pageEntries = pageEntries;
    this.from = progress.from(table, space).orElse(null);
  }

  /** What it fills; null before the first step. Any thread. */
  public Subject subject() {
    return subject;
  }

  /** How many items it has looked at. Any thread. */
  public long items() {
    return looked.get();
  }

  /**
   * Does one page.
   *
   * @throws io.stillpoint.engine.error.ServiceException if the instance is away
   * @throws io.stillpoint.api.error.StorageException if it cannot go on now; the step can be
   *     repeated
   */
  public Step step() {
    try (Lease<StorageEngine> lease = backends.lease(instance)) {
      StorageEngine storage = lease.service();
      Optional<StoredTable> stored = storage.describe(table, deadline());
      if (stored.isEmpty() || stored.get().state() != TableState.LIVE) {
        return Step.GONE;
      }
      TableDefinition definition = TableDocument.decode(stored.get().document());
      Optional<IndexDefinition> index =
          definition.maintainedIndexes().stream().filter(i -> i.space() == space).findFirst();
      if (index.isEmpty()) {
        progress.done(table, space);
        return Step.GONE;
      }
      subject = new Subject(definition.name(), index.get().name());
      int itemsPerBatch =
          lease.properties().atomicity() == Atomicity.INSTANCE ? ITEMS_PER_BATCH : 1;
      return page(new Target(storage, stored.get(), definition, index.get()), itemsPerBatch);
    } catch (StaleRevisionException e) {
      // The definition changed under the step: the next one reads it again.
      return Step.MORE;
    }
  }

  private Step page(Target target, int itemsPerBatch) {
    Page page =
        target
            .storage()
            .range(
                new RangeRequest(
                    target.stored().at(),
                    Spaces.ITEMS,
                    new KeyRange.OfSpace(from, null),
                    pageEntries,
                    PAGE_BYTES,
                    Fetch.VALUES,
                    true),
                deadline());
    List<Entry> items = page.entries();
    for (int i = 0; i < items.size(); i += itemsPerBatch) {
      if (!put(target, items.subList(i, Math.min(items.size(), i + itemsPerBatch)))) {
        return Step.MORE;
      }
    }
    looked.addAndGet(items.size());
    if (!page.more()) {
      return Step.FILLED;
    }
    if (!items.isEmpty()) {
      from = items.get(items.size() - 1).key().next();
      progress.reached(table, space, from);
    }
    return Step.MORE;
  }

  /**
   * Puts the entries of some items.
   *
   * @return false if the definition changed, so that the page must be read again
   */
  private static boolean put(Target target, List<Entry> items) {
    List<Entry> left = items;
    while (!left.isEmpty()) {
      List<Entry> planned = new ArrayList<>();
      List<Change> changes = new ArrayList<>();
      for (Entry item : left) {
        Change entry = target.entryOf(item);
        if (entry != null) {
          planned.add(item);
          changes.add(
              Change.check(
                  target.stored().id(),
                  Spaces.ITEMS,
                  item.key(),
                  Expectation.writtenBy(item.writeId())));
          changes.add(entry);
        }
      }
      if (changes.isEmpty()) {
        return true;
      }
      CommitOutcome outcome =
          target
              .storage()
              .commit(
                  new Batch(WriteId.fresh(), List.of(target.stored().at()), changes), deadline());
      if (outcome instanceof CommitOutcome.Applied) {
        return true;
      } else if (outcome instanceof CommitOutcome.Mismatch mismatch) {
        left = afresh(planned, mismatch);
      } else if (outcome instanceof CommitOutcome.Stale) {
        return false;
      } else if (outcome instanceof CommitOutcome.Transient refused) {
        throw new TransientException(refused.reason());
      } else if (outcome instanceof CommitOutcome.Unknown unknown) {
        // Harmless whether or when it is applied: it is bound to the item and to the revision.
        throw new OutcomeUnknownException(unknown.reason());
      }
    }
    return true;
  }

  /** The items as the mismatch shows them, those left out that are gone. */
  private static List<Entry> afresh(List<Entry> planned, CommitOutcome.Mismatch mismatch) {
    List<Entry> items = new ArrayList<>();
    for (int i = 0; i < planned.size(); i++) {
      CommitOutcome.Current current = mismatch.failed().get(2 * i);
      Entry now = current == null ? planned.get(i) : current.entry();
      if (now != null) {
        items.add(now);
      }
    }
    return items;
  }

  private static Deadline deadline() {
    return Deadline.after(PATIENCE);
  }

  private record Target(
      StorageEngine storage,
      StoredTable stored,
      TableDefinition definition,
      IndexDefinition index) {
    /** The put of an item's entry; null if it has none in this index. */
    Change entryOf(Entry item) {
      ItemImage image =
          new ItemImage(
              CanonicalJson.decodeItem(ItemEntry.jsonBytes(item.value())),
              EntryHeader.read(item.value()).size(),
              ItemEntry.jsonBytes(item.value()));
      EntryKey key = IndexEntries.key(index, item.key(), image.attributes());
      if (key == null) {
        return null;
      }
      return Change.put(
          stored.id(),
          index.space(),
          key,
          Expectation.any(),
          IndexEntries.value(definition, index, item.key(), key, image, item.writeId()));
    }
  }
}
