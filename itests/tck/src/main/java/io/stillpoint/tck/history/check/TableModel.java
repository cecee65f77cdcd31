package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Key;
import io.stillpoint.tck.history.Values;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a table's definition says, as far as the checker needs it.
 *
 * @param name the table's name
 * @param hash the hash key attribute
 * @param range the range key attribute; empty where there is none
 * @param indexes its secondary indexes
 */
public record TableModel(String name, String hash, String range, List<IndexModel> indexes) {

  /**
   * A secondary index.
   *
   * @param name the index's name
   * @param keys its key attributes with their DynamoDB types, such as {@code {g=S}}
   * @param projected the further attributes it projects; null for all
   */
  public record IndexModel(String name, Map<String, String> keys, Set<String> projected) {}

  /** The attributes of the table's key. */
  public Set<String> keyAttributes() {
    return range.isEmpty() ? Set.of(hash) : Set.of(hash, range);
  }

  /** The key of an item given with all its attributes. */
  public Key keyOf(Map<String, String> item) {
    return new Key(name, item.get(hash), range.isEmpty() ? "" : item.get(range));
  }

  /** An item given with all its attributes, without its key. */
  public Image imageOf(Map<String, String> item) {
    Map<String, String> rest = new TreeMap<>(item);
    rest.keySet().removeAll(keyAttributes());
    return Image.of(rest);
  }

  /** The entry that an item must have in an index, if it must have one. */
  public Optional<Map<String, String>> entryOf(IndexModel index, Map<String, String> item) {
    for (Map.Entry<String, String> key : index.keys().entrySet()) {
      String value = item.get(key.getKey());
      if (value == null || !Values.type(value).equals(key.getValue())) {
        return Optional.empty();
      }
    }
    Map<String, String> entry = new TreeMap<>(item);
    if (index.projected() != null) {
      Set<String> kept = new TreeSet<>(index.projected());
      kept.addAll(keyAttributes());
      kept.addAll(index.keys().keySet());
      entry.keySet().retainAll(kept);
    }
    return Optional.of(entry);
  }
}
