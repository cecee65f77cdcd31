package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.check.Frontier.Config;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides whether one order of a component's atoms explains all of them: linearizability in the
 * sense of Herlihy and Wing (1990).
 *
 * <p>The method is Lowe's just-in-time linearization ("Testing for linearizability", 2017): walk
 * through invocations and returns in time order and keep every configuration in which the keys may
 * be. At a return the operation must have taken effect, so each configuration is extended by
 * operations under way, in every useful order, until it has. Four rules keep the set small, and
 * none of them loses an explanation: operations at keys that nothing under way ties to the one that
 * returns wait; a read takes effect as soon as it matches, since it changes nothing; an optional
 * operation is used only where the extension needs it ({@link Frontier}); of optional operations
 * with the same effect the oldest is used first.
 */
final class Search {
  /** A bit a slot of {@link Config#done()}. */
  private static final int SLOTS = 64;

  sealed interface Result {}

  /** Some order explains everything. */
  record Legal(long steps) implements Result {}

  /**
   * No order explains this atom's return.
   *
   * @param atom the first return, in time, that nothing explains
   * @param states what the component's keys could hold while that operation was under way
   */
  record Illegal(Atom atom, List<List<Image>> states) implements Result {}

  /** Given up. */
  record Undecided(String why, long steps) implements Result {}

  private record Event(long time, boolean end, Move move) {}

  /** An atom with the places of its keys in a state; one move is never equal to another. */
  private static final class Move {
    private final Atom atom;
    private final int[] places;
    private final boolean readOnly;

    /** The keys, a bit each. Beyond 64 keys bits are shared, which only makes the search wider. */
    private final long keys;

    Move(Atom atom, int[] places) {
      this.atom = atom;
      this.places = places;
      this.readOnly = atom.readOnly();
      this.keys = Arrays.stream(places).mapToLong(p -> 1L << p).reduce(0, (a, b) -> a | b);
    }

    /** What the keys hold afterwards, or null where it cannot happen. */
    List<Image> apply(List<Image> state) {
      Image[] after = null;
      for (int i = 0; i < places.length; i++) {
        Image before = state.get(places[i]);
        Image next = atom.parts().get(i).apply(before);
        if (next == null) {
          return null;
        }
        if (!next.equals(before)) {
          after = after == null ? state.toArray(new Image[0]) : after;
          after[places[i]] = next;
        }
      }
      return after == null ? state : Arrays.asList(after);
    }
  }

  private final Component component;
  private final long limit;
  private final Move[] running = new Move[SLOTS];

  /** The slots of running writes, and of running reads. */
  private long writes;

  private long reads;
  private final List<Move> optional = new ArrayList<>();
  private final List<Integer> elderTwin = new ArrayList<>();
  private final Map<List<Part>, Integer> youngest = new HashMap<>();
  private long steps;

  Search(Component component, long limit) {
    this.component = component;
    this.limit = limit;
  }

  Result run() {
    List<Image> nothing = Collections.nCopies(component.keys().size(), Image.ABSENT);
    List<Config> configs = List.of(new Config(nothing, 0, BigInteger.ZERO));
    for (Event event : events()) {
      if (!event.end) {
        if (event.move.atom.optional()) {
          offer(event.move);
          continue;
        }
        int slot = slotOf(null);
        if (slot < 0) {
          return new Undecided("more than " + SLOTS + " operations at once", steps);
        }
        running[slot] = event.move;
        if (!event.move.readOnly) {
          writes |= 1L << slot;
        } else {
          reads |= 1L << slot;
          configs = configs.stream().map(c -> settle(c.state(), c.done(), c.used())).toList();
        }
        continue;
      }
      int slot = slotOf(event.move);
      Frontier visited = new Frontier();
      Frontier next = extend(configs, slot, visited);
      running[slot] = null;
      writes &= ~(1L << slot);
      reads &= ~(1L << slot);
      if (next == null) {
        return new Undecided("more than " + limit + " steps", steps);
      }
      if (next.isEmpty()) {
        return new Illegal(event.move.atom, visited.states());
      }
      configs = next.configs();
    }
    return new Legal(steps);
  }

  /** The configurations in which the operation of this slot has taken effect; null at the limit. */
  private Frontier extend(List<Config> configs, int slot, Frontier visited) {
    Frontier next = new Frontier();
    long bit = 1L << slot;
    Move move = running[slot];
    long near = near(move);
    Deque<Config> open = new ArrayDeque<>();
    for (Config config : configs) {
      visit(config, bit, next, visited, open);
    }
    while (!open.isEmpty()) {
      Config at = open.pop();
      if (steps + visited.comparisons() + next.comparisons() > limit) {
        return null;
      }
      List<Image> after = move.apply(at.state());
      if (after != null) {
        Config reached = settle(after, at.done(), at.used());
        next.add(new Config(reached.state(), reached.done() & ~bit, reached.used()));
      }
      for (long left = writes & ~bit & ~at.done(); left != 0; left &= left - 1) {
        int i = Long.numberOfTrailingZeros(left);
        Move other = running[i];
        if ((other.keys & near) == 0) {
          continue;
        }
        after = other.apply(at.state());
        if (after != null) {
          visit(settle(after, at.done() | (1L << i), at.used()), bit, next, visited, open);
        }
      }
      for (int i = 0; i < optional.size(); i++) {
        int twin = elderTwin.get(i);
        if ((optional.get(i).keys & near) == 0) {
          continue;
        }
        if (at.used().testBit(i) || (twin >= 0 && !at.used().testBit(twin))) {
          continue;
        }
        after = optional.get(i).apply(at.state());
        // Without a change it explains nothing.
        if (after != null && !after.equals(at.state())) {
          visit(settle(after, at.done(), at.used().setBit(i)), bit, next, visited, open);
        }
      }
    }
    steps += visited.comparisons() + next.comparisons();
    return next;
  }

  /**
   * The keys that matter to this move's taking effect: its own, and those that operations under way
   * tie to them. Operations at other keys commute with all that matters, so they can wait.
   */
  private long near(Move move) {
    long near = move.keys;
    for (long before = 0; before != near; ) {
      before = near;
      for (long left = reads | writes; left != 0; left &= left - 1) {
        near = join(near, running[Long.numberOfTrailingZeros(left)]);
      }
      for (Move other : optional) {
        near = join(near, other);
      }
    }
    return near;
  }

  private static long join(long near, Move move) {
    return (near & move.keys) == 0 ? near : near | move.keys;
  }

  private static void visit(
      Config config, long bit, Frontier next, Frontier visited, Deque<Config> open) {
    if ((config.done() & bit) != 0) {
      next.add(new Config(config.state(), config.done() & ~bit, config.used()));
    } else if (visited.add(config)) {
      open.push(config);
    }
  }

  /** Lets every read under way that matches take effect. */
  private Config settle(List<Image> state, long done, BigInteger used) {
    long settled = done;
    for (long left = reads & ~done; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      if (running[i].apply(state) != null) {
        settled |= 1L << i;
      }
    }
    return new Config(state, settled, used);
  }

  private int slotOf(Move move) {
    for (int i = 0; i < SLOTS; i++) {
      if (running[i] == move) {
        return i;
      }
    }
    return -1;
  }

  private void offer(Move move) {
    Integer twin = youngest.put(move.atom.parts(), optional.size());
    elderTwin.add(twin == null ? -1 : twin);
    optional.add(move);
  }

  private List<Event> events() {
    Map<Key, Integer> places = new HashMap<>();
    for (Key key : component.keys()) {
      places.put(key, places.size());
    }
    Observations observations = new Observations(component.atoms());
    List<Event> events = new ArrayList<>(2 * component.atoms().size());
    for (Atom atom : component.atoms()) {
      if (atom.optional() && observations.cannotMatter(atom)) {
        continue;
      }
      int[] at = atom.parts().stream().mapToInt(p -> places.get(p.key())).toArray();
      Move move = new Move(atom, at);
      events.add(new Event(atom.entry().invoked(), false, move));
      if (!atom.optional()) {
        events.add(new Event(atom.entry().returned(), true, move));
      }
    }
    // At one time stamp invocations come first: operations that touch count as overlapping.
    events.sort(Comparator.comparingLong(Event::time).thenComparing(Event::end));
    return events;
  }
}
