package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.Values;
import io.stillpoint.tck.history.check.Dump;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One thing that a table server must not do, planted into a legal history. */
enum Fault {
  /**
   * An item is gone at the end although the last thing that happened to it was seen to be a put.
   */
  LOST_ITEM {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      List<Map<String, String>> items = new ArrayList<>(dump.items());
      for (Map<String, String> item : dump.items()) {
        if (surelyThere(entries, dump, item)) {
          items.remove(item);
          return with(dump, items, dump.indexes());
        }
      }
      return null;
    }
  },
  /** An item that nobody wrote is in the table. */
  INVENTED_ITEM {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      List<Map<String, String>> items = new ArrayList<>(dump.items());
      items.add(Map.of("pk", "S:nowhere", "sk", "S:r0", "n", "N:1"));
      return with(dump, items, dump.indexes());
    }
  },
  /** A consistent read returns a value that was never written. */
  INVENTED_VALUE {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      return replace(
              entries,
              random,
              e -> e.operation() instanceof Read r && r.consistent() && r.view().index().isEmpty(),
              Fault::invented)
          ? dump
          : null;
    }
  },
  /** An ADD that was acknowledged with a sum is told one more. */
  WRONG_SUM {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      return replace(
              entries,
              random,
              e -> e.operation() instanceof Write w && w.returns() == Returns.ALL_NEW,
              Fault::wrongSum)
          ? dump
          : null;
    }
  },
  /** A write returns an old item that never was. */
  WRONG_OLD_ITEM {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      return replace(
              entries,
              random,
              e -> e.operation() instanceof Write w && w.returns() == Returns.ALL_OLD,
              Fault::invented)
          ? dump
          : null;
    }
  },
  /** A write that some consistent read saw is said to have been refused with 503. */
  APPLIED_DESPITE_503 {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      return replace(
              entries,
              random,
              e -> e.operation() instanceof Write w && w.returns() == Returns.NONE && seen(e, dump),
              i -> new Outcome.NotApplied("503"))
          ? dump
          : null;
    }
  },
  INDEX_GHOST {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      Map<String, String> ghost = new TreeMap<>();
      ghost.putAll(Map.of("pk", "S:nowhere", "sk", "S:r0", "l", "N:3", "v", "S:old"));
      return withIndex(dump, Shape.LOCAL_INDEX, l -> l.add(ghost));
    }
  },
  INDEX_ENTRY_MISSING {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      return dump.indexes().get(Shape.GLOBAL_INDEX).isEmpty()
          ? null
          : withIndex(dump, Shape.GLOBAL_INDEX, l -> l.remove(random.nextInt(l.size())));
    }
  },
  INDEX_ENTRY_OLD {
    @Override
    Dump plant(List<Entry> entries, Dump dump, Random random) {
      return dump.indexes().get(Shape.GLOBAL_INDEX).isEmpty()
          ? null
          : withIndex(
              dump,
              Shape.GLOBAL_INDEX,
              l -> {
                Map<String, String> entry = new TreeMap<>(l.get(0));
                entry.put("n", "N:99999");
                l.set(0, entry);
              });
    }
  };

  private interface Change {
    void to(List<Map<String, String>> entries);
  }

  private interface Lie {
    /** What is told instead of the truth, or null where this lie has no place. */
    Outcome instead(List<Image> truth);
  }

  /**
   * Plants the fault into a copy of a history.
   *
   * @return the dump to check with, or null where this history has no place for the fault
   */
  abstract Dump plant(List<Entry> entries, Dump dump, Random random);

  private static Outcome invented(List<Image> truth) {
    List<Image> lies = new ArrayList<>(truth);
    lies.set(0, Image.v("never written"));
    return new Outcome.Ok(lies);
  }

  private static Outcome wrongSum(List<Image> truth) {
    Map<String, String> attributes = new HashMap<>(truth.get(0).attributes());
    String sum = attributes.get(Shape.COUNTER);
    if (sum == null) {
      return null;
    }
    // Beyond what all the ADDs of a run, those of unknown outcome too, can make.
    attributes.put(Shape.COUNTER, Values.n(Values.decimal(sum).longValueExact() + 1_000_000));
    return new Outcome.Ok(List.of(Image.of(attributes)));
  }

  private static boolean replace(
      List<Entry> entries, Random random, Predicate<Entry> where, Lie lie) {
    int start = random.nextInt(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      int at = (start + i) % entries.size();
      Entry e = entries.get(at);
      if (e.outcome() instanceof Outcome.Ok ok && where.test(e)) {
        Outcome instead = lie.instead(ok.images());
        if (instead != null) {
          entries.set(
              at,
              new Entry(
                  e.process(),
                  e.number(),
                  e.thread(),
                  e.operation(),
                  e.invoked(),
                  e.returned(),
                  instead));
          return true;
        }
      }
    }
    return false;
  }

  /** Whether the final table shows this write's own value. */
  private static boolean seen(Entry entry, Dump dump) {
    return entry.operation() instanceof Write write
        && write.mutation() instanceof Mutation.Put put
        && dump.items().stream()
            .anyMatch(i -> put.image().get(Shape.VALUE).equals(i.get(Shape.VALUE)));
  }

  /**
   * Whether nothing but a loss explains that the item is gone: a put was acknowledged that began
   * after every delete of the key had ended, and no delete may still take effect.
   */
  private static boolean surelyThere(List<Entry> entries, Dump dump, Map<String, String> item) {
    Key key = dump.table().keyOf(item);
    long lastDelete = Long.MIN_VALUE;
    for (Entry entry : entries) {
      if (writes(entry, key, Mutation.Delete.class)) {
        if (entry.outcome() instanceof Outcome.Unknown) {
          return false;
        }
        lastDelete = Math.max(lastDelete, entry.returned());
      }
    }
    for (Entry entry : entries) {
      if (entry.outcome() instanceof Outcome.Ok
          && entry.invoked() > lastDelete
          && writes(entry, key, Mutation.Put.class)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the operation, or a part of the transaction, is such a write of the key. */
  private static boolean writes(Entry entry, Key key, Class<? extends Mutation> how) {
    List<Write> writes = List.of();
    if (entry.operation() instanceof Write write) {
      writes = List.of(write);
    } else if (entry.operation() instanceof Transaction transaction) {
      writes = transaction.writes();
    }
    return writes.stream().anyMatch(w -> w.key().equals(key) && how.isInstance(w.mutation()));
  }

  private static Dump with(
      Dump dump, List<Map<String, String>> items, Map<String, List<Map<String, String>>> indexes) {
    return new Dump(dump.table(), items, indexes, dump.begun(), dump.ended());
  }

  private static Dump withIndex(Dump dump, String index, Change change) {
    Map<String, List<Map<String, String>>> indexes = new HashMap<>(dump.indexes());
    List<Map<String, String>> entries = new ArrayList<>(indexes.get(index));
    change.to(entries);
    indexes.put(index, entries);
    return with(dump, dump.items(), indexes);
  }
}
