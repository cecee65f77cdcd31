package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Judges histories. Every key is taken to hold no item when the history begins.
 *
 * <p>Accepted means: for every key there is one order of its operations, each at an instant between
 * its invocation and its return, that explains every answer (strict linearizability of acknowledged
 * and refused operations; an operation of unknown outcome at some later instant or never). Keys
 * joined by transactions have one common order, unless the report lists them as weakly checked.
 * Eventually consistent reads are only checked to return what somebody had written.
 *
 * <p>Immutable and thread-safe; {@link #check} runs on the calling thread.
 */
public final class HistoryChecker {
  private final long stepLimit;
  private final int jointKeys;
  private final Duration explaining;

  /**
   * A checker with the usual bounds: 20,000,000 steps and 16 keys a joint search, 3 s for
   * explanations.
   */
  public HistoryChecker() {
    this(20_000_000, 16, Duration.ofSeconds(3));
  }

  /**
   * @param stepLimit configurations that the search of one key or group may meet and compare before
   *     it is given up; 20,000,000 take some seconds
   * @param jointKeys the most keys, joined by transactions, that are searched together
   * @param explaining the time that reducing contradictions to the operations that matter may take
   *     in all; what exceeds it is shown by its failing operation alone
   */
  public HistoryChecker(long stepLimit, int jointKeys, Duration explaining) {
    this.explaining = explaining;
    this.stepLimit = stepLimit;
    this.jointKeys = jointKeys;
  }

  /**
   * Judges a history.
   *
   * @param entries the operations in any order; give the {@link Dump#entries final dump} too, so
   *     that the end is judged
   */
  public Report check(Collection<Entry> entries) {
    List<Entry> all = new ArrayList<>(entries);
    all.sort(java.util.Comparator.comparingLong(Entry::invoked));
    List<Finding> findings = new ArrayList<>(EventualReads.check(all));
    List<List<Key>> weak = new ArrayList<>();
    Explainer explainer = new Explainer(all, new Minimiser(explaining));
    Set<Key> keys = new HashSet<>();
    for (Component component : Component.of(Atom.of(all))) {
      keys.addAll(component.keys());
      if (!jointly(component, explainer, findings)) {
        weak.add(component.keys());
        findings.addAll(HalfTransactions.check(component));
        component.perKey().forEach(key -> note(key, search(key), explainer, findings));
      }
    }
    return new Report(findings, all.size(), keys.size(), weak);
  }

  /**
   * Judges a history together with the tables as they were at its end, after the last client had
   * stopped: histories, final contents and indexes.
   */
  public Report check(Collection<Entry> entries, Collection<Dump> dumps) {
    List<Entry> all = new ArrayList<>(entries);
    List<Finding> findings = new ArrayList<>();
    for (Dump dump : dumps) {
      all.addAll(dump.entries(entries));
      findings.addAll(IndexChecker.check(dump));
    }
    Report report = check(all);
    findings.addAll(0, report.findings());
    return new Report(findings, report.operations(), report.keys(), report.weaklyChecked());
  }

  /** Searches the component as a whole; false if several keys are too much for that. */
  private boolean jointly(Component component, Explainer explainer, List<Finding> findings) {
    boolean single = component.keys().size() == 1;
    if (component.keys().size() > jointKeys) {
      return false;
    }
    Search.Result result = search(component);
    if (result instanceof Search.Undecided && !single) {
      return false;
    }
    note(component, result, explainer, findings);
    return true;
  }

  private Search.Result search(Component component) {
    return new Search(component, stepLimit).run();
  }

  private static void note(
      Component component, Search.Result result, Explainer explainer, List<Finding> findings) {
    if (result instanceof Search.Illegal illegal) {
      findings.add(explainer.explain(component, illegal));
    } else if (result instanceof Search.Undecided undecided) {
      findings.add(
          new Finding(
              Finding.Kind.UNDECIDED,
              component.keys(),
              "given up: "
                  + undecided.why()
                  + " over "
                  + component.atoms().size()
                  + " operations; neither accepted nor refuted. Spread the load over more keys, or"
                  + " give the checker a higher step limit",
              List.of()));
    }
  }
}
