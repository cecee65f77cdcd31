package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.check.Dump;
import io.stillpoint.tck.history.check.TableModel;
import io.stillpoint.tck.history.check.TableModel.IndexModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A linearizable table in memory, for histories that are legal by construction: each operation
 * takes effect under one lock, between two short waits so that operations overlap. A share of the
 * operations is answered 'unknown' (half of them having taken effect) or 'not applied'.
 */
final class MapClient implements Client {
  private static final long LATENCY_NANOS = 1_000;

  private final Map<Key, Image> items = new TreeMap<>();
  private final Random random;
  private final int unlucky;

  /**
   * @param unlucky how many of 1,000 operations end in an unknown outcome, and as many in a 503
   */
  MapClient(long seed, int unlucky) {
    this.random = new Random(seed);
    this.unlucky = unlucky;
  }

  @Override
  public Outcome execute(Operation operation) {
    LockSupport.parkNanos(LATENCY_NANOS);
    Outcome outcome;
    synchronized (this) {
      int dice = random.nextInt(1000);
      if (dice < unlucky) {
        if (dice % 2 == 0) {
          apply(operation);
        }
        outcome = new Outcome.Unknown("500");
      } else if (dice < 2 * unlucky) {
        outcome = new Outcome.NotApplied("503");
      } else {
        outcome = apply(operation);
      }
    }
    LockSupport.parkNanos(LATENCY_NANOS);
    return outcome;
  }

  @Override
  public List<Outcome> batchWrite(List<Write> writes) {
    return writes.stream().map(this::execute).toList();
  }

  @Override
  public void close() {}

  synchronized Dump dump(TableModel table) {
    long begun = System.nanoTime();
    List<Map<String, String>> all = new ArrayList<>();
    items.forEach(
        (key, image) -> {
          Map<String, String> item = new TreeMap<>(image.attributes());
          item.put(table.hash(), key.hash());
          item.put(table.range(), key.range());
          all.add(item);
        });
    Map<String, List<Map<String, String>>> indexes = new HashMap<>();
    for (IndexModel index : table.indexes()) {
      List<Map<String, String>> entries = new ArrayList<>();
      all.forEach(item -> table.entryOf(index, item).ifPresent(entries::add));
      indexes.put(index.name(), entries);
    }
    return new Dump(table, all, indexes, begun, System.nanoTime());
  }

  private Outcome apply(Operation operation) {
    if (operation instanceof Read read) {
      return new Outcome.Ok(read.keys().stream().map(k -> at(k).through(read.view())).toList());
    }
    List<Write> writes =
        operation instanceof Write write ? List.of(write) : ((Transaction) operation).writes();
    if (writes.stream().anyMatch(w -> !w.condition().holds(at(w.key())))) {
      return new Outcome.Refused(writes.stream().map(this::part).toList());
    }
    List<Image> told = new ArrayList<>();
    for (Write write : writes) {
      Image before = at(write.key());
      Image after = write.mutation().apply(before);
      if (after.exists()) {
        items.put(write.key(), after);
      } else {
        items.remove(write.key());
      }
      if (write.returns() != Returns.NONE) {
        told.add(write.returns() == Returns.ALL_NEW ? after : before);
      }
    }
    return operation instanceof Transaction
        ? Outcome.DONE
        : new Outcome.Ok(Collections.unmodifiableList(told));
  }

  private Outcome.Part part(Write write) {
    Image now = at(write.key());
    boolean failed = !write.condition().holds(now);
    return new Outcome.Part(failed, failed ? now : null);
  }

  private Image at(Key key) {
    return items.getOrDefault(key, Image.ABSENT);
  }
}
