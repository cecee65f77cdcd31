package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Operation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Source;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.View;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All of a table and its indexes, read while no client was at work.
 *
 * @param table the table's definition
 * @param items every item with all its attributes
 * @param indexes every entry of every index, by the index's name, with the attributes it projects
 * @param begun {@link System#nanoTime} before the first read
 * @param ended {@link System#nanoTime} after the last read
 */
public record Dump(
    TableModel table,
    List<Map<String, String>> items,
    Map<String, List<Map<String, String>>> indexes,
    long begun,
    long ended) {

  /**
   * The dump as reads of every key that a history names and every key found, one entry a key. Give
   * them to the checker with the history: then every acknowledged write must be there and nothing
   * that was removed may be.
   */
  public List<Entry> entries(Collection<Entry> history) {
    Map<Key, Image> found = new TreeMap<>();
    for (Entry entry : history) {
      for (Key key : keys(entry.operation())) {
        if (key.table().equals(table.name())) {
          found.put(key, Image.ABSENT);
        }
      }
    }
    items.forEach(item -> found.put(table.keyOf(item), table.imageOf(item)));
    List<Entry> entries = new ArrayList<>(found.size());
    found.forEach(
        (key, image) ->
            entries.add(
                new Entry(
                    "dump-" + table.name(),
                    entries.size() + 1L,
                    0,
                    new Read(Source.FINAL, List.of(key), true, View.TABLE),
                    begun,
                    ended,
                    Outcome.ok(image))));
    return entries;
  }

  private static List<Key> keys(Operation operation) {
    if (operation instanceof Read read) {
      return read.keys();
    }
    if (operation instanceof Write write) {
      return List.of(write.key());
    }
    return ((Transaction) operation).writes().stream().map(Write::key).toList();
  }
}
