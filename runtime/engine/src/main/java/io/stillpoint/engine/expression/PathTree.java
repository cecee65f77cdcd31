package io.stillpoint.engine.expression;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Document paths as a tree, each with a number at its end: what a projection or an update walks
 * beside an item. No two paths overlap, and none takes for a list what another takes for a map.
 */
final class PathTree {
  private static final int INNER = -1;

  private final Map<String, PathTree> attributes = new LinkedHashMap<>();
  private final SortedMap<Integer, PathTree> elements = new TreeMap<>();
  private int number = INNER;

  private PathTree() {}

  /**
   * The tree of some paths, each numbered by its place in the list.
   *
   * @throws io.stillpoint.engine.error.ServiceException if two of them overlap or conflict
   */
  static PathTree of(List<DocumentPath> paths, Binding binding) {
    for (String problem : List.of("overlap", "conflict")) {
      for (int later = 1; later < paths.size(); later++) {
        for (int earlier = 0; earlier < later; earlier++) {
          if (relation(paths.get(earlier), paths.get(later)).equals(problem)) {
            throw binding.invalid(
                "Two document paths "
                    + problem
                    + " with each other; must remove or rewrite one of these paths; path one: "
                    + paths.get(earlier)
                    + ", path two: "
                    + paths.get(later));
          }
        }
      }
    }
    PathTree root = new PathTree();
    for (int i = 0; i < paths.size(); i++) {
      root.insert(paths.get(i)).number = i;
    }
    return root;
  }

  private static String relation(DocumentPath a, DocumentPath b) {
    int common = Math.min(a.elements().size(), b.elements().size());
    for (int i = 0; i < common; i++) {
      DocumentPath.Element x = a.elements().get(i);
      DocumentPath.Element y = b.elements().get(i);
      if (!x.equals(y)) {
        return x.getClass() == y.getClass() ? "none" : "conflict";
      }
    }
    return "overlap";
  }

  private PathTree insert(DocumentPath path) {
    PathTree node = this;
    for (DocumentPath.Element element : path.elements()) {
      node =
          element instanceof DocumentPath.Attribute attribute
              ? node.attributes.computeIfAbsent(attribute.name(), name -> new PathTree())
              : node.elements.computeIfAbsent(
                  ((DocumentPath.Index) element).index(), index -> new PathTree());
    }
    return node;
  }

  /** Whether a path ends here. */
  boolean isEnd() {
    return number != INNER;
  }

  /** The place in the list of the path that ends here. */
  int number() {
    return number;
  }

  /** What follows below a map, by attribute name. */
  Map<String, PathTree> attributes() {
    return attributes;
  }

  /** What follows below a list, by index, ascending. */
  SortedMap<Integer, PathTree> elements() {
    return elements;
  }
}
