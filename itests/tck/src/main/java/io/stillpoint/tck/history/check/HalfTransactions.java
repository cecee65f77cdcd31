package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Mutation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The weaker rule for transactions in groups too large for a joint search. It refuses a snapshot
 * that shows a transaction's own value at one key and, at another, something that surely was there
 * before the transaction: no write that could have come after it explains what is shown. Sound, not
 * complete: where somebody wrote the other key at the same time it says nothing.
 */
final class HalfTransactions {
  private HalfTransactions() {}

  private record Put(Key key, Image image) {}

  static List<Finding> check(Component component) {
    Map<Key, List<Atom>> writers = new HashMap<>();
    Map<Put, Atom> puts = new HashMap<>();
    for (Atom atom : component.atoms()) {
      for (Part part : atom.parts()) {
        if (part instanceof Part.Written written && !part.readOnly()) {
          writers.computeIfAbsent(part.key(), k -> new ArrayList<>()).add(atom);
          if (atom.parts().size() > 1 && written.write().mutation() instanceof Mutation.Put put) {
            puts.put(new Put(part.key(), put.image()), atom);
          }
        }
      }
    }
    List<Finding> findings = new ArrayList<>();
    for (Atom atom : component.atoms()) {
      Map<Key, Part.Seen> snapshot = new HashMap<>();
      for (Part part : atom.parts()) {
        if (part instanceof Part.Seen seen) {
          snapshot.put(part.key(), seen);
        }
      }
      if (snapshot.size() < 2) {
        continue;
      }
      for (Part.Seen seen : snapshot.values()) {
        Atom transaction = puts.get(new Put(seen.key(), seen.image()));
        if (transaction != null) {
          judge(atom, seen, transaction, snapshot, writers, findings);
        }
      }
    }
    return findings;
  }

  private static void judge(
      Atom snapshot,
      Part.Seen shown,
      Atom transaction,
      Map<Key, Part.Seen> all,
      Map<Key, List<Atom>> writers,
      List<Finding> findings) {
    for (Part part : transaction.parts()) {
      Part.Seen other = all.get(part.key());
      if (other == null || part.readOnly() || part.key().equals(shown.key())) {
        continue;
      }
      boolean explained =
          writers.get(part.key()).stream().anyMatch(w -> explains(w, other, transaction, snapshot));
      if (!explained) {
        findings.add(
            new Finding(
                Finding.Kind.HALF_TRANSACTION,
                List.of(shown.key(), other.key()),
                snapshot.entry().name()
                    + " saw "
                    + shown.image()
                    + " of transaction "
                    + transaction.entry().name()
                    + " at "
                    + shown.key()
                    + ", but at "
                    + other.key()
                    + " "
                    + other.image()
                    + ", which was there before that transaction began",
                List.of(transaction.entry(), snapshot.entry())));
      }
    }
  }

  private static boolean explains(Atom writer, Part.Seen other, Atom transaction, Atom snapshot) {
    boolean mayFollow =
        writer.equals(transaction)
            || writer.optional()
            || writer.entry().returned() >= transaction.entry().invoked();
    if (!mayFollow || writer.entry().invoked() > snapshot.entry().returned()) {
      return false;
    }
    for (Part part : writer.parts()) {
      if (part.key().equals(other.key()) && part instanceof Part.Written written) {
        Mutation mutation = written.write().mutation();
        if (mutation instanceof Mutation.Update) {
          return true;
        }
        return mutation.apply(Image.ABSENT).through(other.view()).equals(other.image());
      }
    }
    return false;
  }
}
