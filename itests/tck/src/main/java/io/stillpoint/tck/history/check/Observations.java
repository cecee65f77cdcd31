package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Condition;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What clients were shown of each key. An optional put that nobody can have been shown explains
 * nothing, and leaving it out keeps the search small after many kills.
 */
final class Observations {
  private record Shown(View view, Image image) {}

  private static final class OfKey {
    final List<Shown> shown = new ArrayList<>();
    final List<Condition.Equal> equal = new ArrayList<>();
    final Set<String> updated = new HashSet<>();
    boolean vague;
  }

  private final Map<Key, OfKey> keys = new HashMap<>();

  Observations(List<Atom> atoms) {
    if (atoms.stream().noneMatch(Atom::optional)) {
      return;
    }
    for (Atom atom : atoms) {
      for (Part part : atom.parts()) {
        note(keys.computeIfAbsent(part.key(), k -> new OfKey()), part);
      }
    }
  }

  private static void note(OfKey key, Part part) {
    if (part.shown() != null) {
      key.shown.add(new Shown(part instanceof Part.Seen s ? s.view() : View.TABLE, part.shown()));
    }
    if (part instanceof Part.NotHeld refused) {
      key.vague |= refused.seen() == null;
    } else if (part instanceof Part.Written written) {
      if (written.write().mutation() instanceof Mutation.Update update) {
        key.updated.addAll(update.set().keySet());
        key.updated.addAll(update.add().keySet());
        key.updated.addAll(update.remove());
      }
      if (written.write().condition() instanceof Condition.Equal equal) {
        key.equal.add(equal);
      }
      key.vague |= written.write().condition() instanceof Condition.Exists;
    }
  }

  /** Whether the history reads the same with or without this optional atom. */
  boolean cannotMatter(Atom atom) {
    return atom.parts().stream().allMatch(this::unseen);
  }

  private boolean unseen(Part part) {
    OfKey key = keys.get(part.key());
    if (key.vague
        || !(part instanceof Part.Written written)
        || !(written.write().mutation() instanceof Mutation.Put put)) {
      return false;
    }
    for (Condition.Equal equal : key.equal) {
      if (key.updated.contains(equal.attribute()) || equal.holds(put.image())) {
        return false;
      }
    }
    for (Shown shown : key.shown) {
      if (mayStemFrom(put.image(), shown, key.updated)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayStemFrom(Image put, Shown shown, Set<String> updated) {
    for (String required : shown.view.required()) {
      if (updated.contains(required)) {
        return true;
      }
    }
    Image would = put.through(shown.view);
    if (would.exists() != shown.image.exists()) {
      return false;
    }
    return without(would, updated).equals(without(shown.image, updated));
  }

  private static Map<String, String> without(Image image, Set<String> names) {
    Map<String, String> rest = new HashMap<>(image.attributes());
    rest.keySet().removeAll(names);
    return rest;
  }
}
