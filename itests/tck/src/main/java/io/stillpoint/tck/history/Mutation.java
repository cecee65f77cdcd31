package io.stillpoint.tck.history;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a write does to its key. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Mutation.Put.class, name = "put"),
  @JsonSubTypes.Type(value = Mutation.Delete.class, name = "delete"),
  @JsonSubTypes.Type(value = Mutation.Update.class, name = "update"),
  @JsonSubTypes.Type(value = Mutation.Check.class, name = "check")
})
public sealed interface Mutation {
  /** What the key holds afterwards. */
  Image apply(Image before);

  /** Replaces the item. */
  record Put(Image image) implements Mutation {
    public Put {
      if (!image.exists()) {
        throw new IllegalArgumentException("A put writes an item; use Delete to remove one");
      }
    }

    @Override
    public Image apply(Image before) {
      return image;
    }

    @Override
    public String toString() {
      return "put " + image;
    }
  }

  /** Removes the item; no error where there is none. */
  record Delete() implements Mutation {
    @Override
    public Image apply(Image before) {
      return Image.ABSENT;
    }

    @Override
    public String toString() {
      return "delete";
    }
  }

  /**
   * UpdateItem: creates the item where there is none, unless all it does is REMOVE: then there is
   * still none afterwards. The DynamoDB API reference does not say so; the server under test does
   * so, and the tests of ScyllaDB Alternator record the same of the service.
   *
   * @param set attributes to give a value
   * @param add attributes to add a number to; a missing one counts as 0
   * @param remove attributes to remove
   */
  record Update(Map<String, String> set, Map<String, Long> add, Set<String> remove)
      implements Mutation {
    public Update {
      set.values().forEach(Values::type);
    }

    /** {@code ADD attribute delta}. */
    public static Update add(String attribute, long delta) {
      return new Update(Map.of(), Map.of(attribute, delta), Set.of());
    }

    /** {@code SET attribute = value}. */
    public static Update set(String attribute, String value) {
      return new Update(Map.of(attribute, value), Map.of(), Set.of());
    }

    /** {@code REMOVE attribute}. */
    public static Update remove(String attribute) {
      return new Update(Map.of(), Map.of(), Set.of(attribute));
    }

    @Override
    public Image apply(Image before) {
      if (!before.exists() && !remove.isEmpty() && set.isEmpty() && add.isEmpty()) {
        return Image.ABSENT;
      }
      Map<String, String> after = new TreeMap<>(before.attributes());
      after.putAll(set);
      add.forEach((name, delta) -> after.merge(name, Values.n(delta), Values::sum));
      after.keySet().removeAll(remove);
      return Image.of(after);
    }

    @Override
    public String toString() {
      return "update"
          + (set.isEmpty() ? "" : " SET " + set)
          + (add.isEmpty() ? "" : " ADD " + add)
          + (remove.isEmpty() ? "" : " REMOVE " + remove);
    }
  }

  /** Changes nothing: the ConditionCheck of a transaction. */
  record Check() implements Mutation {
    @Override
    public Image apply(Image before) {
      return before;
    }

    @Override
    public String toString() {
      return "check";
    }
  }
}
