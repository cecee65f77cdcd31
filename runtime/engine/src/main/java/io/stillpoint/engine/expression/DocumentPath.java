package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import java.util.List;
import java.util.Map;

/** A document path with its names in place. Its first element is an attribute. */
record DocumentPath(List<Element> elements) {
  /** The deepest path (Developer Guide, "Quotas": nested attribute depth). */
  static final int MAX_DEPTH = 32;

  DocumentPath {
    elements = List.copyOf(elements);
  }

  /** One element of a path. */
  sealed interface Element {}

  /** An attribute of the item or of a map. */
  record Attribute(String name) implements Element {
    @Override
    public String toString() {
      return name;
    }
  }

  /** An element of a list, counted from 0. */
  record Index(int index) implements Element {
    @Override
    public String toString() {
      return "[" + index + "]";
    }
  }

  /** The name of the item's attribute in which the path begins. */
  String topLevel() {
    return ((Attribute) elements.get(0)).name();
  }

  boolean isNested() {
    return elements.size() > 1;
  }

  /** What is at this path in an item, or null. */
  AttributeValue in(Map<String, AttributeValue> item) {
    AttributeValue value = item.get(topLevel());
    for (int i = 1; i < elements.size() && value != null; i++) {
      value = child(value, elements.get(i));
    }
    return value;
  }

  private static AttributeValue child(AttributeValue parent, Element element) {
    if (element instanceof Attribute attribute) {
      return parent instanceof AttributeValue.M map ? map.values().get(attribute.name()) : null;
    }
    int index = ((Index) element).index();
    return parent instanceof AttributeValue.L list && index < list.values().size()
        ? list.values().get(index)
        : null;
  }

  /** As the service prints it: {@code [a, b, [3]]}. */
  @Override
  public String toString() {
    return elements.toString();
  }
}
