package io.stillpoint.tck.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** The condition of a write: it takes effect only where the condition holds of the key's item. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "if")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Condition.Always.class, name = "always"),
  @JsonSubTypes.Type(value = Condition.Absent.class, name = "absent"),
  @JsonSubTypes.Type(value = Condition.Exists.class, name = "exists"),
  @JsonSubTypes.Type(value = Condition.Equal.class, name = "equal")
})
public sealed interface Condition {
  Condition ALWAYS = new Always();
  Condition ABSENT = new Absent();
  Condition EXISTS = new Exists();

  /** Whether the condition holds of what the key has now. */
  boolean holds(Image image);

  /**
   * The item has this attribute with this value.
   *
   * @throws IllegalArgumentException if the value is no {@link Values} text
   */
  static Condition equal(String attribute, String value) {
    return new Equal(attribute, value);
  }

  /** No condition. */
  record Always() implements Condition {
    @Override
    public boolean holds(Image image) {
      return true;
    }

    @Override
    public String toString() {
      return "";
    }
  }

  /** {@code attribute_not_exists(hash key)}. */
  record Absent() implements Condition {
    @Override
    public boolean holds(Image image) {
      return !image.exists();
    }

    @Override
    public String toString() {
      return " if there is no item";
    }
  }

  /** {@code attribute_exists(hash key)}. */
  record Exists() implements Condition {
    @Override
    public boolean holds(Image image) {
      return image.exists();
    }

    @Override
    public String toString() {
      return " if there is an item";
    }
  }

  /** {@code attribute = value}. */
  record Equal(String attribute, String value) implements Condition {
    public Equal {
      Values.type(value);
    }

    @Override
    public boolean holds(Image image) {
      return value.equals(image.get(attribute));
    }

    @Override
    public String toString() {
      return " if " + attribute + " = " + value;
    }
  }
}
