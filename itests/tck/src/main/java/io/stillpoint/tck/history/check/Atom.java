package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Source;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that happened at one instant between its operation's invocation and return.
 *
 * @param entry the operation
 * @param parts what happened, one part a key
 * @param optional whether it may also never have happened, and may happen after the return
 */
record Atom(Entry entry, List<Part> parts, boolean optional) {
  Atom {
    parts = List.copyOf(parts);
  }

  boolean readOnly() {
    return parts.stream().allMatch(Part::readOnly);
  }

  /** The same writes as something that may or may not have happened and told nothing. */
  Atom weakened() {
    return new Atom(
        entry,
        parts.stream()
            .map(p -> p instanceof Part.Written w ? new Part.Written(w.write(), null) : p)
            .toList(),
        true);
  }

  /** One atom a key: what remains of this one when the keys are looked at separately. */
  List<Atom> split() {
    return parts.size() == 1
        ? List.of(this)
        : parts.stream().map(p -> new Atom(entry, List.of(p), optional)).toList();
  }

  /**
   * The atoms of a history, in its order. Operations without effect and eventually consistent reads
   * have none.
   */
  static List<Atom> of(List<Entry> entries) {
    List<Atom> atoms = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      add(entry, atoms);
    }
    return atoms;
  }

  private static void add(Entry entry, List<Atom> atoms) {
    Operation operation = entry.operation();
    Outcome outcome = entry.outcome();
    if (outcome instanceof Outcome.NotApplied) {
      return;
    }
    if (operation instanceof Read read) {
      if (outcome instanceof Outcome.Ok ok && read.consistent()) {
        addRead(entry, read, ok.images(), atoms);
      }
      return;
    }
    List<Write> writes =
        operation instanceof Write write ? List.of(write) : ((Transaction) operation).writes();
    List<Part> parts = new ArrayList<>(writes.size());
    if (outcome instanceof Outcome.Refused refused) {
      for (int i = 0; i < writes.size(); i++) {
        Outcome.Part part = refused.parts().get(i);
        if (part.failed()) {
          parts.add(new Part.NotHeld(writes.get(i), part.seen()));
        }
      }
    } else {
      List<Image> images = outcome instanceof Outcome.Ok ok ? ok.images() : List.of();
      for (int i = 0; i < writes.size(); i++) {
        parts.add(new Part.Written(writes.get(i), i < images.size() ? images.get(i) : null));
      }
    }
    if (!parts.isEmpty()) {
      atoms.add(new Atom(entry, parts, outcome instanceof Outcome.Unknown));
    }
  }

  private static void addRead(Entry entry, Read read, List<Image> images, List<Atom> atoms) {
    if (images.size() != read.keys().size()) {
      throw new IllegalArgumentException(
          entry.name() + " reads " + read.keys().size() + " keys but has " + images.size());
    }
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < images.size(); i++) {
      if (images.get(i) != null) {
        parts.add(new Part.Seen(read.keys().get(i), read.view(), images.get(i)));
      }
    }
    if (parts.isEmpty()) {
      return;
    }
    Atom whole = new Atom(entry, parts, false);
    if (read.source() == Source.TRANSACT_GET) {
      atoms.add(whole);
    } else {
      atoms.addAll(whole.split());
    }
  }
}
