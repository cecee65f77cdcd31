package io.stillpoint.engine.write;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.index.IndexEntries;
import io.stillpoint.engine.item.StoredItem;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** One attempt of a write: its batch, and which change belongs to which item. */
final class Plan {
  private final WriteId writeId = WriteId.fresh();
  private final Set<TableRevision> tables = new LinkedHashSet<>();
  private final List<Change> changes = new ArrayList<>();

  /** For each change the item whose own entry it is, or -1. */
  private final List<Integer> owners = new ArrayList<>();

  private final List<Written> written = new ArrayList<>();

  private Plan() {}

  /**
   * Plans an attempt.
   *
   * @param currents what is there, for each item; null where there is none and for blind ones
   * @throws RefusedException if actions refuse
   */
  static Plan of(List<ItemWrite> writes, List<Entry> currents, Companion companion) {
    Plan plan = new Plan();
    List<ServiceException> refusals = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      ServiceException refusal = null;
      try {
        plan.add(i, writes.get(i), currents.get(i));
      } catch (ServiceException e) {
        refusal = e;
      }
      refusals.add(refusal);
    }
    if (refusals.stream().anyMatch(Objects::nonNull)) {
      throw new RefusedException(refusals);
    }
    for (Change change : companion.changes()) {
      plan.add(change, -1);
    }
    return plan;
  }

  private void add(int item, ItemWrite write, Entry current) {
    StoredItem old = StoredItem.of(current);
    Effect effect = write.action().decide(old);
    tables.add(write.table().at());
    Expectation expectation = write.isBlind() ? Expectation.any() : Expectation.unchanged(current);
    StoredItem after = after(effect, old);
    Change change = change(write, effect, expectation, current == null && !write.isBlind());
    add(write.isBlind() && write.wantsOld() ? change.wantingOld() : change, item);
    if (effect != Effect.Keep.INSTANCE) {
      IndexEntries.changes(
          write.table().definition(),
          write.key(),
          old == null ? null : old.attributes(),
          after == null ? null : after.image(),
          writeId,
          entry -> add(entry, -1));
    }
    written.add(new Written(write, old, after));
  }

  private static StoredItem after(Effect effect, StoredItem old) {
    if (effect instanceof Effect.Put put) {
      return put.item();
    }
    return effect == Effect.Keep.INSTANCE ? old : null;
  }

  private static Change change(
      ItemWrite write, Effect effect, Expectation expectation, boolean absent) {
    var table = write.table().definition().id();
    if (effect instanceof Effect.Put put) {
      return Change.put(
          table, Spaces.ITEMS, write.key(), expectation, put.item().stored(write.key()));
    }
    // Deleting what is not there changes nothing, yet must still not be there at the commit.
    return effect == Effect.Delete.INSTANCE && !absent
        ? Change.delete(table, Spaces.ITEMS, write.key(), expectation)
        : Change.check(table, Spaces.ITEMS, write.key(), expectation);
  }

  private void add(Change change, int owner) {
    changes.add(change);
    owners.add(owner);
  }

  Batch batch() {
    return new Batch(writeId, List.copyOf(tables), changes);
  }

  List<Change> changes() {
    return changes;
  }

  /** The item whose own entry a change is; -1 for an index entry or a companion's change. */
  int owner(int change) {
    return owners.get(change);
  }

  /** Whether nothing would be written, and what was read of one item is the whole answer. */
  boolean isRead() {
    return changes.size() == 1 && changes.get(0).kind() == Change.Kind.CHECK;
  }

  List<Written> written() {
    return written;
  }

  /** What was written, with the old entries that the commit returned. */
  List<Written> written(Map<Integer, Entry> old) {
    List<Written> result = new ArrayList<>(written);
    old.forEach(
        (change, entry) -> {
          int item = owners.get(change);
          if (item >= 0) {
            result.set(item, result.get(item).withOld(StoredItem.of(entry)));
          }
        });
    return result;
  }
}
