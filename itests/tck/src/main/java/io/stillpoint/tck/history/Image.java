package io.stillpoint.tck.history;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What one key holds at one moment: no item, or the attributes of an item without its key
 * attributes (the {@link Key} has those). Immutable; the hash is kept, since a search compares
 * images more than anything else.
 */
public final class Image {
  /** No item. */
  public static final Image ABSENT = new Image(false, Map.of());

  private final boolean exists;
  private final Map<String, String> attributes;
  private final int hash;

  /**
   * @param exists whether there is an item
   * @param attributes names to {@link Values} texts; empty where there is no item
   */
  @JsonCreator
  public Image(
      @JsonProperty("exists") boolean exists,
      @JsonProperty("attributes") Map<String, String> attributes) {
    this.exists = exists;
    this.attributes = Collections.unmodifiableMap(new TreeMap<>(attributes));
    if (!exists && !attributes.isEmpty()) {
      throw new IllegalArgumentException("No item, yet attributes " + attributes);
    }
    this.hash = 31 * this.attributes.hashCode() + Boolean.hashCode(exists);
  }

  /** An item with these attributes besides its key. */
  public static Image of(Map<String, String> attributes) {
    return new Image(true, attributes);
  }

  /** An item with one attribute {@code v} besides its key: the shape of most test histories. */
  public static Image v(String value) {
    return of(Map.of("v", Values.s(value)));
  }

  /** Whether there is an item. */
  @JsonProperty
  public boolean exists() {
    return exists;
  }

  /** Names to {@link Values} texts. */
  @JsonProperty
  public Map<String, String> attributes() {
    return attributes;
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
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Image o
            && hash == o.hash
            && exists == o.exists
            && attributes.equals(o.attributes));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return exists ? attributes.toString() : "nothing";
  }
}
