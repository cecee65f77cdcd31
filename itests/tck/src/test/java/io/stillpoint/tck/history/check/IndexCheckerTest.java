package io.stillpoint.tck.history.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.check.TableModel.IndexModel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every way in which an index can disagree with its table, beside the index that agrees. */
@Tag("DDB-5")
class IndexCheckerTest {
  private static final TableModel TABLE =
      new TableModel("t", "pk", "", List.of(new IndexModel("byG", Map.of("g", "S"), Set.of("a"))));
  private static final Map<String, String> ITEM =
      Map.of("pk", "S:1", "g", "S:x", "a", "N:1", "b", "S:not projected");
  private static final Map<String, String> ENTRY = Map.of("pk", "S:1", "g", "S:x", "a", "N:1");

  @Test
  void agreeing() {
    assertEquals(List.of(), check(List.of(ITEM), List.of(ENTRY)));
    assertEquals(List.of(), check(List.of(), List.of()));
  }

  @Test
  void sparse() {
    Map<String, String> without = Map.of("pk", "S:1", "a", "N:1");
    assertEquals(List.of(), check(List.of(without), List.of()));
    finds("whose item {", check(List.of(without), List.of(ENTRY)));
    // An item whose attribute has another type than the index's key is in no index.
    assertEquals(List.of(), check(List.of(Map.of("pk", "S:1", "g", "N:1")), List.of()));
  }

  @Test
  void ghost() {
    finds("byG holds a ghost", check(List.of(), List.of(ENTRY)));
  }

  @Test
  void missing() {
    finds("byG lacks the entry", check(List.of(ITEM), List.of()));
  }

  @Test
  void twice() {
    finds("holds two entries", check(List.of(ITEM), List.of(ENTRY, ENTRY)));
  }

  @Test
  void oldEntry() {
    finds(
        "where the item says",
        check(List.of(ITEM), List.of(Map.of("pk", "S:1", "g", "S:old", "a", "N:1"))));
  }

  @Test
  void wrongProjection() {
    finds("where the item says", check(List.of(ITEM), List.of(ITEM)));
    finds("where the item says", check(List.of(ITEM), List.of(Map.of("pk", "S:1", "g", "S:x"))));
  }

  @Test
  void itemTwice() {
    finds("twice in one scan", check(List.of(ITEM, ITEM), List.of(ENTRY)));
  }

  private static List<Finding> check(
      List<Map<String, String>> items, List<Map<String, String>> entries) {
    return IndexChecker.check(new Dump(TABLE, items, Map.of("byG", entries), 0, 1));
  }

  private static void finds(String words, List<Finding> findings) {
    assertEquals(1, findings.size(), findings::toString);
    assertTrue(findings.get(0).toString().contains(words), findings::toString);
  }
}
