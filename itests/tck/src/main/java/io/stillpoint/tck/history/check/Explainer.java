package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Source;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.View;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts a contradiction into words. */
final class Explainer {
  /** How many possible contents a sentence lists. */
  private static final int LISTED = 6;

  private final List<Entry> history;
  private final Minimiser minimiser;

  Explainer(List<Entry> history, Minimiser minimiser) {
    this.history = history;
    this.minimiser = minimiser;
  }

  Finding explain(Component component, Search.Illegal illegal) {
    Atom failing = illegal.atom();
    Part part = contradicted(component, illegal);
    List<Atom> core =
        part == null
            ? minimiser.minimise(component, failing)
            : minimiser.minimise(component, failing, part.key());
    Set<Entry> evidence = new LinkedHashSet<>();
    core.forEach(a -> evidence.add(a.entry()));
    if (part == null) {
      return new Finding(
          Finding.Kind.HALF_TRANSACTION,
          failing.parts().stream().map(Part::key).toList(),
          failing.entry().name()
              + ": each key's part of "
              + verb(failing)
              + " is possible, but not at one instant. Together the keys could hold "
              + list(illegal.states().stream().map(s -> named(component, s)).toList()),
          List.copyOf(evidence));
    }
    int place = component.keys().indexOf(part.key());
    List<String> possible =
        illegal.states().stream().map(s -> s.get(place).toString()).distinct().toList();
    String reason = reason(failing, part, evidence);
    return new Finding(
        Finding.Kind.NOT_LINEARIZABLE,
        component.keys().size() == 1 ? component.keys() : List.of(part.key()),
        sentence(failing, part) + reason + ". While it ran the key could hold " + list(possible),
        List.copyOf(evidence));
  }

  /** The first part that none of the possible states explains by itself. */
  private static Part contradicted(Component component, Search.Illegal illegal) {
    for (Part part : illegal.atom().parts()) {
      int place = component.keys().indexOf(part.key());
      if (illegal.states().stream().noneMatch(s -> part.apply(s.get(place)) != null)) {
        return part;
      }
    }
    return null;
  }

  private static String sentence(Atom failing, Part part) {
    String name = failing.entry().name();
    if (part instanceof Part.Seen seen) {
      boolean end =
          failing.entry().operation() instanceof Read read && read.source() == Source.FINAL;
      return (end ? "the final dump has " : name + " read ") + seen.image();
    }
    if (part instanceof Part.NotHeld refused) {
      return name
          + " was refused ("
          + refused.write()
          + ")"
          + (refused.seen() == null ? "" : " seeing " + refused.seen());
    }
    Part.Written written = (Part.Written) part;
    if (written.returned() == null) {
      return name + " succeeded (" + written.write() + ")";
    }
    return name
        + " ("
        + written.write()
        + ") returned "
        + (written.write().returns() == Returns.ALL_NEW ? "the new item " : "the old item ")
        + written.returned();
  }

  private String reason(Atom failing, Part part, Set<Entry> evidence) {
    Image shown = part.shown();
    if (shown == null) {
      return "";
    }
    View view = part instanceof Part.Seen seen ? seen.view() : View.TABLE;
    List<Entry> writers = new ArrayList<>();
    boolean computed = false;
    for (Entry entry : history) {
      for (Write write : writesAt(entry.operation(), part.key())) {
        computed |= write.mutation() instanceof Mutation.Update;
        if (!entry.equals(failing.entry())
            && shown.exists()
            && write.mutation() instanceof Mutation.Put put
            && put.image().through(view).equals(shown)) {
          writers.add(entry);
        }
      }
    }
    if (shown.exists() && writers.isEmpty()) {
      return computed ? "" : ", which nobody ever wrote";
    }
    evidence.addAll(writers);
    if (writers.size() == 1) {
      Entry writer = writers.get(0);
      if (writer.outcome() instanceof Outcome.NotApplied
          || writer.outcome() instanceof Outcome.Refused) {
        return ", which " + writer.name() + " tried to write and was told it was not applied";
      }
      if (writer.invoked() > failing.entry().returned()) {
        return ", which " + writer.name() + " wrote only later";
      }
      if (writer.outcome() instanceof Outcome.Unknown) {
        return "";
      }
    }
    Entry newer = newest(failing.entry(), part.key(), writers);
    if (newer == null) {
      return "";
    }
    evidence.add(newer);
    return String.format(
        Locale.ROOT,
        ", but %s (%s) was acknowledged %.3f ms before that began",
        newer.name(),
        newer.operation(),
        (failing.entry().invoked() - newer.returned()) / 1e6);
  }

  /** The last write acknowledged before the failing operation and after what it was shown. */
  private Entry newest(Entry failing, Key key, List<Entry> writers) {
    long after = writers.stream().mapToLong(Entry::returned).max().orElse(Long.MIN_VALUE);
    Entry newest = null;
    for (Entry entry : history) {
      boolean between = entry.invoked() > after && entry.returned() < failing.invoked();
      if (between
          && entry.outcome() instanceof Outcome.Ok
          && !writesAt(entry.operation(), key).isEmpty()
          && (newest == null || entry.returned() > newest.returned())) {
        newest = entry;
      }
    }
    return newest;
  }

  private static List<Write> writesAt(Operation operation, Key key) {
    List<Write> writes =
        operation instanceof Write write
            ? List.of(write)
            : operation instanceof Transaction transaction ? transaction.writes() : List.of();
    return writes.stream()
        .filter(w -> w.key().equals(key) && !(w.mutation() instanceof Mutation.Check))
        .toList();
  }

  private static String verb(Atom atom) {
    return atom.readOnly() ? "what it was shown" : "the transaction";
  }

  private static String named(Component component, List<Image> state) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < state.size(); i++) {
      parts.add(component.keys().get(i) + " = " + state.get(i));
    }
    return parts.toString();
  }

  private static String list(List<String> possible) {
    return possible.stream().limit(LISTED).collect(Collectors.joining(", or "))
        + (possible.size() > LISTED ? ", or " + (possible.size() - LISTED) + " others" : "");
  }
}
