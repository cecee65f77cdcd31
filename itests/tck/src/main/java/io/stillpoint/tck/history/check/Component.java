package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Keys that must be looked at together, since transactions join them, and all that happened to
 * them. Most components are one key.
 */
record Component(List<Key> keys, List<Atom> atoms) {

  /** Splits a history into its components. */
  static Collection<Component> of(List<Atom> atoms) {
    Map<Key, Key> parents = new HashMap<>();
    for (Atom atom : atoms) {
      Key first = root(parents, atom.parts().get(0).key());
      for (Part part : atom.parts()) {
        parents.put(root(parents, part.key()), first);
      }
    }
    Map<Key, List<Atom>> groups = new LinkedHashMap<>();
    for (Atom atom : atoms) {
      groups
          .computeIfAbsent(root(parents, atom.parts().get(0).key()), k -> new ArrayList<>())
          .add(atom);
    }
    return groups.values().stream().map(Component::over).toList();
  }

  /** The component of exactly these atoms. */
  static Component over(List<Atom> atoms) {
    TreeSet<Key> keys = new TreeSet<>();
    atoms.forEach(a -> a.parts().forEach(p -> keys.add(p.key())));
    return new Component(List.copyOf(keys), atoms);
  }

  /** One component a key, transactions taken apart: a weaker question than this component. */
  Collection<Component> perKey() {
    return of(atoms.stream().flatMap(a -> a.split().stream()).toList());
  }

  private static Key root(Map<Key, Key> parents, Key key) {
    Key at = key;
    for (Key up = parents.putIfAbsent(at, at); up != null && !up.equals(at); ) {
      at = up;
      up = parents.get(at);
    }
    parents.put(key, at);
    return at;
  }
}
