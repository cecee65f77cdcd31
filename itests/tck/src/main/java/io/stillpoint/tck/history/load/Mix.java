package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Condition;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Source;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Values;
import io.stillpoint.tck.history.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/** The operations of one client thread, decided by the seed. Not thread-safe. */
final class Mix {
  /** Distinct hash keys of the global index. */
  private static final int GLOBAL_HASHES = 20;

  private final LoadPlan plan;
  private final String table;
  private final String writer;
  private final Random random;
  private long written;
  private String lastWritten = Values.s("none yet");

  /**
   * @param writer a name that no other thread or process of the run uses, so that written values
   *     are unique
   */
  Mix(LoadPlan plan, String table, String writer, int thread) {
    this.plan = plan;
    this.table = table;
    this.writer = writer;
    this.random = new Random(plan.seed() * 31 + thread);
  }

  /** The next request: one operation, or several writes that make a BatchWriteItem. */
  List<Operation> next() {
    int partition = partition();
    Key key = key(partition, random.nextInt(plan.ranges()));
    int dice = random.nextInt(100);
    if (dice < 18) {
      return List.of(put(key).returning(maybe(Returns.ALL_OLD)));
    } else if (dice < 24) {
      return List.of(put(key).when(condition()));
    } else if (dice < 34) {
      return List.of(Write.add(key, Shape.COUNTER, 1 + random.nextInt(2)).when(sometimes()));
    } else if (dice < 38) {
      return List.of(new Write(key, moveInIndexes(), Condition.ALWAYS, maybe(Returns.ALL_NEW)));
    } else if (dice < 45) {
      return List.of(Write.delete(key).returning(maybe(Returns.ALL_OLD)));
    } else if (dice < 48) {
      return List.of(Write.delete(key).when(condition()));
    } else if (dice < 53) {
      return List.of(new Transaction(writes(partition)));
    } else if (dice < 56) {
      return batch();
    } else if (dice < 80) {
      return List.of(Read.get(key));
    } else if (dice < 84) {
      return List.of(Read.eventual(key));
    } else if (dice < 88) {
      return List.of(new Read(Source.BATCH_GET, all(partition), true, View.TABLE));
    } else if (dice < 93) {
      return List.of(Read.snapshot(all(partition)));
    } else if (dice < 97) {
      return List.of(new Read(Source.QUERY, all(partition), true, View.TABLE));
    }
    return List.of(new Read(Source.QUERY, all(partition), true, Shape.LOCAL_VIEW));
  }

  private int partition() {
    return random.nextDouble() < plan.hot() ? 0 : random.nextInt(plan.partitions());
  }

  private Key key(int partition, int range) {
    return new Key(table, Values.s("p" + partition), Values.s("r" + range));
  }

  private List<Key> all(int partition) {
    List<Key> keys = new ArrayList<>();
    for (int range = 0; range < plan.ranges(); range++) {
      keys.add(key(partition, range));
    }
    return keys;
  }

  private Write put(Key key) {
    lastWritten = Values.s(writer + "-" + ++written);
    Map<String, String> attributes = new TreeMap<>();
    attributes.put(Shape.VALUE, lastWritten);
    if (random.nextInt(4) > 0) {
      attributes.put(Shape.GLOBAL_HASH, Values.s("g" + random.nextInt(GLOBAL_HASHES)));
    }
    if (random.nextInt(4) > 0) {
      attributes.put(Shape.LOCAL_RANGE, Values.n(random.nextInt(1000)));
    }
    return Write.put(key, Image.of(attributes));
  }

  /** An update that moves the item's entries, or takes them away. */
  private Mutation moveInIndexes() {
    String hash = Values.s("g" + random.nextInt(GLOBAL_HASHES));
    return switch (random.nextInt(4)) {
      case 0, 1 -> Mutation.Update.set(Shape.GLOBAL_HASH, hash);
      case 2 ->
          new Mutation.Update(Map.of(Shape.GLOBAL_HASH, hash), Map.of(), Set.of(Shape.LOCAL_RANGE));
      default -> Mutation.Update.remove(Shape.LOCAL_RANGE);
    };
  }

  private List<Write> writes(int partition) {
    List<Key> keys = all(partition);
    Collections.shuffle(keys, random);
    List<Write> writes = new ArrayList<>();
    for (Key key : keys.subList(0, Math.min(keys.size(), 2 + random.nextInt(2)))) {
      int dice = random.nextInt(10);
      if (dice < 6) {
        writes.add(put(key).when(sometimes()));
      } else if (dice < 8) {
        writes.add(Write.add(key, Shape.COUNTER, 1).returning(Returns.NONE));
      } else if (dice < 9) {
        writes.add(Write.delete(key));
      } else {
        writes.add(new Write(key, new Mutation.Check(), Condition.EXISTS, Returns.NONE));
      }
    }
    return writes;
  }

  private List<Operation> batch() {
    List<Operation> writes = new ArrayList<>();
    Set<Key> used = new java.util.HashSet<>();
    for (int i = 0; i < 2 + random.nextInt(6); i++) {
      Key key = key(partition(), random.nextInt(plan.ranges()));
      if (used.add(key)) {
        writes.add(random.nextInt(4) == 0 ? Write.delete(key) : put(key));
      }
    }
    return writes;
  }

  private Condition condition() {
    return switch (random.nextInt(3)) {
      case 0 -> Condition.ABSENT;
      case 1 -> Condition.EXISTS;
      default -> Condition.equal(Shape.VALUE, lastWritten);
    };
  }

  private Condition sometimes() {
    return random.nextInt(4) == 0 ? Condition.EXISTS : Condition.ALWAYS;
  }

  private Returns maybe(Returns returns) {
    return random.nextInt(3) == 0 ? returns : Returns.NONE;
  }
}
