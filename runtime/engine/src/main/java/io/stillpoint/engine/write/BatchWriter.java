package io.stillpoint.engine.write;

import io.stillpoint.api.error.OutcomeUnknownException;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Carries writes out: reads, decides, commits, and decides again on what a mismatch says is there.
 *
 * <p>Every attempt has a fresh write id, and an attempt whose outcome is not known is the last: it
 * is settled by proof or reported as unknown, never sent again (DDB-12).
 */
public final class BatchWriter {
  /** How long proof of an unknown outcome is looked for, after the request's own time. */
  private static final Duration SETTLE = Duration.ofSeconds(1);

  private final KeyLocks locks;

  /**
   * @param locks shared by all writers of this server
   */
  public BatchWriter(KeyLocks locks) {
    this.locks = locks;
  }

  /**
   * Applies all writes or none.
   *
   * @param writes at least one, of tables of this instance, no two of the same item
   * @return for each write, in order, what it did
   * @throws RefusedException if actions refuse; nothing was written
   * @throws ContendedException if others were faster until the deadline; nothing was written
   * @throws StaleRevisionException if a table's definition is no longer the one planned under;
   *     nothing was written
   * @throws TransientException if it was surely not applied
   * @throws OutcomeUnknownException if it may have been applied
   * @throws StorageException as {@link StorageEngine#read} and {@link StorageEngine#commit}
   */
  public List<Written> write(
      StorageEngine engine, List<ItemWrite> writes, Companion companion, Deadline deadline) {
    boolean shared = writes.stream().allMatch(ItemWrite::isBlind);
    List<ReadKey> keys = writes.stream().map(ItemWrite::address).toList();
    KeyLocks.Held held = locks.lock(keys, shared, deadline);
    try {
      return attempts(engine, writes, companion, deadline);
    } finally {
      held.close();
    }
  }

  private List<Written> attempts(
      StorageEngine engine, List<ItemWrite> writes, Companion companion, Deadline deadline) {
    List<Entry> currents = read(engine, writes, deadline);
    while (true) {
      Plan plan = Plan.of(writes, currents, companion);
      if (plan.isRead()) {
        return plan.written();
      }
      Batch batch = plan.batch();
      CommitOutcome outcome = engine.commit(batch, deadline);
      if (outcome instanceof CommitOutcome.Applied applied) {
        return plan.written(applied.old());
      } else if (outcome instanceof CommitOutcome.Mismatch mismatch) {
        Set<Integer> items = learn(plan, mismatch, currents, companion);
        if (deadline.hasPassed()) {
          throw new ContendedException(items);
        }
      } else if (outcome instanceof CommitOutcome.Stale stale) {
        throw new StaleRevisionException(
            "the definition of table " + stale.table() + " changed", stale.revision());
      } else if (outcome instanceof CommitOutcome.Transient surely) {
        throw new TransientException(surely.reason());
      } else if (outcome instanceof CommitOutcome.Unknown unknown) {
        return settle(engine, plan, writes, unknown);
      }
    }
  }

  /** What is there for each write that looks at it, at one instant. */
  private static List<Entry> read(StorageEngine engine, List<ItemWrite> writes, Deadline deadline) {
    List<Entry> currents = new ArrayList<>(Collections.nCopies(writes.size(), null));
    List<ReadKey> keys = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      if (!writes.get(i).isBlind()) {
        keys.add(writes.get(i).address());
        places.add(i);
      }
    }
    if (!keys.isEmpty()) {
      List<Entry> entries =
          engine.read(
              places.stream().map(i -> writes.get(i).table().at()).distinct().toList(),
              keys,
              true,
              deadline);
      for (int i = 0; i < places.size(); i++) {
        currents.set(places.get(i), entries.get(i));
      }
    }
    return currents;
  }

  /** Takes over what a mismatch says is there now; which items had changed. */
  private static Set<Integer> learn(
      Plan plan, CommitOutcome.Mismatch mismatch, List<Entry> currents, Companion companion) {
    Set<Integer> items = new TreeSet<>();
    for (Map.Entry<Integer, CommitOutcome.Current> failed : mismatch.failed().entrySet()) {
      int item = plan.owner(failed.getKey());
      Entry current = failed.getValue().entry();
      if (item >= 0) {
        currents.set(item, current);
        items.add(item);
      } else {
        companion.mismatch(plan.changes().get(failed.getKey()), current);
      }
    }
    return items;
  }

  /**
   * Looks for proof that an attempt was applied: an entry that carries its id. Its absence proves
   * nothing, for the attempt may still commit.
   */
  private static List<Written> settle(
      StorageEngine engine, Plan plan, List<ItemWrite> writes, CommitOutcome.Unknown unknown) {
    Batch batch = plan.batch();
    List<ReadKey> puts =
        batch.changes().stream()
            .filter(change -> change.kind() == Change.Kind.PUT)
            .map(change -> new ReadKey(change.table(), change.space(), change.key()))
            .toList();
    boolean oldIsLost = writes.stream().anyMatch(write -> write.isBlind() && write.wantsOld());
    if (!puts.isEmpty() && !oldIsLost) {
      try {
        for (Entry entry : engine.read(batch.tables(), puts, true, Deadline.after(SETTLE))) {
          if (entry != null && entry.writeId().equals(batch.writeId())) {
            return plan.written();
          }
        }
      } catch (StorageException e) {
        throw new OutcomeUnknownException(unknown.reason(), e);
      }
    }
    throw new OutcomeUnknownException(unknown.reason());
  }
}
