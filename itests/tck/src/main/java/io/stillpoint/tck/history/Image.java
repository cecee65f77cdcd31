package io.stillpoint.tck.history;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one key holds at one moment: no item, or the attributes of an item without its key
 * attributes (the {@link Key} has those). Immutable.
 *
 * @param exists whether there is an item
 * @param attributes names to {@link Values} texts; empty where there is no item
 */
public record Image(boolean exists, Map<String, String> attributes) {
  /** No item. */
  public static final Image ABSENT = new Image(false, Map.of());

  public Image {
    attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    if (!exists && !attributes.isEmpty()) {
      throw new IllegalArgumentException("No item, yet attributes " + attributes);
    }
  }

  /** An item with these attributes besides its key. */
  public static Image of(Map<String, String> attributes) {
    return new Image(true, attributes);
  }

  /** An item with one attribute {@code v} besides its key: the shape of most test histories. */
  public static Image v(String value) {
    return of(Map.of("v", Values.s(value)));
  }

  /** The value of an attribute, or null. */
  public String get(String attribute) {
    return attributes.get(attribute);
  }

  /** This image as seen through an index or a projection. */
  public Image through(View view) {
    if (!exists || !attributes.keySet().containsAll(view.required())) {
      return ABSENT;
    }
    if (view.attributes() == null) {
      return this;
    }
    Set<String> kept = view.attributes();
    Map<String, String> projected = new TreeMap<>(attributes);
    projected.keySet().retainAll(kept);
    return of(projected);
  }

  @Override
  public String toString() {
    return exists ? attributes.toString() : "nothing";
  }
}
