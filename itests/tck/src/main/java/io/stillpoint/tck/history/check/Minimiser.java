package io.stillpoint.tck.history.check;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the few operations that contradict each other. A reading operation is left out, and a write
 * is weakened to one that may or may not have happened, as long as no order explains the rest: a
 * legal history stays legal under both, so what remains is a contradiction in itself.
 */
final class Minimiser {
  private static final long STEPS_A_TRY = 50_000;

  /** Bounds the time that an explanation may take; the verdict is found already. */
  private static final int TRIES = 400;

  private int tries = TRIES;

  private record Candidate(Atom atom, boolean kept) {}

  /** The atoms, the failing one last, of a smaller history that fails at the same atom. */
  List<Atom> minimise(Component component, Atom failing) {
    long end = failing.entry().returned();
    List<Candidate> candidates = new ArrayList<>();
    for (Atom atom : component.atoms()) {
      if (!atom.equals(failing) && atom.entry().invoked() <= end) {
        // What returned later constrains nothing here, so it starts as weakened.
        boolean constrains = !atom.optional() && atom.entry().returned() <= end;
        candidates.add(new Candidate(atom, constrains));
      }
    }
    if (!fails(candidates, failing)) {
      return List.of(failing);
    }
    for (int size = candidates.size(); size > 0; size /= 2) {
      for (int from = 0; from < candidates.size() && tries > 0; from += size) {
        List<Candidate> less = new ArrayList<>(candidates);
        boolean change = false;
        for (int i = from; i < Math.min(from + size, less.size()); i++) {
          change |= less.get(i).kept();
          less.set(i, new Candidate(less.get(i).atom(), false));
        }
        if (change && fails(less, failing)) {
          candidates = less;
        }
      }
    }
    List<Atom> kept = new ArrayList<>();
    candidates.stream().filter(Candidate::kept).forEach(c -> kept.add(c.atom()));
    kept.add(failing);
    return kept;
  }

  private boolean fails(List<Candidate> candidates, Atom failing) {
    tries--;
    List<Atom> atoms = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.kept()) {
        atoms.add(candidate.atom());
      } else if (!candidate.atom().readOnly()) {
        atoms.add(candidate.atom().weakened());
      }
    }
    atoms.add(failing);
    return new Search(Component.over(atoms), STEPS_A_TRY).run() instanceof Search.Illegal illegal
        && illegal.atom().equals(failing);
  }
}
