package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the few operations that contradict each other. A reading operation is left out, and a write
 * is weakened to one that may or may not have happened, as long as no order explains the rest: a
 * legal history stays legal under both, so what remains is a contradiction in itself.
 */
final class Minimiser {
  private static final long STEPS_A_TRY = 50_000;

  /** Time for all explanations of a report together; the verdicts are found already. */
  private final long most;

  private long spent;

  /**
   * @param most after this time contradictions are shown by their failing operation alone
   */
  Minimiser(Duration most) {
    this.most = most.toNanos();
  }

  private record Candidate(Atom atom, boolean kept) {}

  /**
   * As {@link #minimise}, but within one key if that key's part of the history is a contradiction
   * by itself; transactions rarely have to do with it.
   */
  List<Atom> minimise(Component component, Atom failing, Key key) {
    if (component.keys().size() == 1) {
      return minimise(component, failing);
    }
    for (Component part : component.perKey()) {
      if (part.keys().contains(key)
          && new Search(part, STEPS_A_TRY).run() instanceof Search.Illegal illegal) {
        return minimise(part, illegal.atom());
      }
    }
    return minimise(component, failing);
  }

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
    if (spent >= most || !fails(candidates, failing)) {
      return List.of(failing);
    }
    for (int size = candidates.size(); size > 0; size /= 2) {
      for (int from = 0; from < candidates.size() && spent < most; from += size) {
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
    List<Atom> atoms = new ArrayList<>();
    for (Candidate candidate : candidates) {
      if (candidate.kept()) {
        atoms.add(candidate.atom());
      } else if (!candidate.atom().readOnly()) {
        atoms.add(candidate.atom().weakened());
      }
    }
    atoms.add(failing);
    long begun = System.nanoTime();
    Search.Result result = new Search(Component.over(atoms), STEPS_A_TRY).run();
    spent += System.nanoTime() - begun;
    return result instanceof Search.Illegal illegal && illegal.atom().equals(failing);
  }
}
