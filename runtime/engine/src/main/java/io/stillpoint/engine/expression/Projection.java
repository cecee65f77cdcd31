package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A ProjectionExpression, bound to a request. Immutable, safe to share between threads.
 *
 * <p>Nested attributes come inside the maps and lists that they were found in; of a list only the
 * chosen elements, in the list's order, closed up (seen in the service; the Developer Guide is
 * silent).
 */
public final class Projection {
  private final PathTree paths;
  private final ReferencedAttributes attributes;

  Projection(PathTree paths, ReferencedAttributes attributes) {
    this.paths = paths;
    this.attributes = attributes;
  }

  /** What the item has at the projection's paths; empty if nothing. */
  public Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
    return pick(item, paths);
  }

  /** The attributes that the projection asks for. */
  public ReferencedAttributes attributes() {
    return attributes;
  }

  private static Map<String, AttributeValue> pick(
      Map<String, AttributeValue> from, PathTree paths) {
    Map<String, AttributeValue> picked = new LinkedHashMap<>();
    paths
        .attributes()
        .forEach(
            (name, below) -> {
              AttributeValue value = pick(from.get(name), below);
              if (value != null) {
                picked.put(name, value);
              }
            });
    return picked;
  }

  private static AttributeValue pick(AttributeValue from, PathTree paths) {
    if (from == null || paths.isEnd()) {
      return from;
    }
    if (from instanceof AttributeValue.M map) {
      Map<String, AttributeValue> picked = pick(map.values(), paths);
      return picked.isEmpty() ? null : new AttributeValue.M(picked);
    }
    if (from instanceof AttributeValue.L list) {
      List<AttributeValue> picked = pick(list.values(), paths);
      return picked.isEmpty() ? null : new AttributeValue.L(picked);
    }
    return null;
  }

  private static List<AttributeValue> pick(List<AttributeValue> from, PathTree paths) {
    List<AttributeValue> picked = new ArrayList<>();
    paths
        .elements()
        .headMap(from.size())
        .forEach(
            (index, below) -> {
              AttributeValue value = pick(from.get(index), below);
              if (value != null) {
                picked.add(value);
              }
            });
    return picked;
  }
}
