package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.check.TableModel.IndexModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Checks that every index is the function of its table's items that its definition says. */
public final class IndexChecker {
  private IndexChecker() {}

  /**
   * Judges a dump: no ghost, none missing, none twice, each with exactly the projected attributes
   * of the item as it is.
   */
  public static List<Finding> check(Dump dump) {
    List<Finding> findings = new ArrayList<>();
    TableModel table = dump.table();
    Map<Key, Map<String, String>> items = new TreeMap<>();
    for (Map<String, String> item : dump.items()) {
      Key key = table.keyOf(item);
      if (items.put(key, item) != null) {
        findings.add(finding(key, "the table returned this key twice in one scan"));
      }
    }
    for (IndexModel index : table.indexes()) {
      List<Map<String, String>> entries = dump.indexes().get(index.name());
      if (entries == null) {
        throw new IllegalArgumentException("The dump has no index " + index.name());
      }
      check(table, index, items, entries, findings);
    }
    return findings;
  }

  private static void check(
      TableModel table,
      IndexModel index,
      Map<Key, Map<String, String>> items,
      List<Map<String, String>> entries,
      List<Finding> findings) {
    String name = "index " + index.name();
    Map<Key, Map<String, String>> expected = new TreeMap<>();
    items.forEach((key, item) -> table.entryOf(index, item).ifPresent(e -> expected.put(key, e)));
    Map<Key, Map<String, String>> found = new TreeMap<>();
    for (Map<String, String> entry : entries) {
      Key key = table.keyOf(entry);
      Map<String, String> other = found.put(key, entry);
      Map<String, String> due = expected.get(key);
      if (other != null) {
        findings.add(finding(key, name + " holds two entries, " + other + " and " + entry));
      } else if (due == null) {
        String why =
            items.containsKey(key)
                ? "whose item " + items.get(key) + " lacks the index's key"
                : "whose item does not exist";
        findings.add(finding(key, name + " holds a ghost: " + entry + ", " + why));
      } else if (!due.equals(entry)) {
        findings.add(finding(key, name + " holds " + entry + " where the item says " + due));
      }
    }
    expected.forEach(
        (key, due) -> {
          if (!found.containsKey(key)) {
            findings.add(finding(key, name + " lacks the entry " + due));
          }
        });
  }

  private static Finding finding(Key key, String summary) {
    return new Finding(Finding.Kind.INDEX, List.of(key), summary, List.of());
  }
}
