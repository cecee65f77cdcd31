package io.stillpoint.tck.history.load;

import io.stillpoint.tck.history.Condition;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The expressions of one write, with their placeholders. Not thread-safe. */
final class SdkExpressions {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();
  private final String condition;
  private final String update;

  SdkExpressions(String hash, Mutation mutation, Condition condition) {
    this.condition = condition(hash, condition);
    this.update = mutation instanceof Mutation.Update u ? update(u) : null;
  }

  /** The condition expression, or null. */
  String condition() {
    return condition;
  }

  /** The update expression, or null. */
  String update() {
    return update;
  }

  /** The names, or null where the request must not have any. */
  Map<String, String> names() {
    return names.isEmpty() ? null : names;
  }

  /** The values, or null where the request must not have any. */
  Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }

  private String condition(String hash, Condition of) {
    if (of instanceof Condition.Absent) {
      return "attribute_not_exists(" + name(hash) + ")";
    } else if (of instanceof Condition.Exists) {
      return "attribute_exists(" + name(hash) + ")";
    } else if (of instanceof Condition.Equal equal) {
      return name(equal.attribute()) + " = " + value(equal.value());
    }
    return null;
  }

  private String update(Mutation.Update of) {
    List<String> set = new ArrayList<>();
    List<String> add = new ArrayList<>();
    of.set().forEach((attribute, value) -> set.add(name(attribute) + " = " + value(value)));
    of.add().forEach((attribute, delta) -> add.add(name(attribute) + " " + value(Values.n(delta))));
    List<String> remove = of.remove().stream().map(this::name).toList();
    List<String> clauses = new ArrayList<>();
    clause("SET ", set, clauses);
    clause("ADD ", add, clauses);
    clause("REMOVE ", remove, clauses);
    return String.join(" ", clauses);
  }

  private static void clause(String keyword, List<String> actions, List<String> clauses) {
    if (!actions.isEmpty()) {
      clauses.add(keyword + String.join(", ", actions));
    }
  }

  private String name(String attribute) {
    String placeholder = "#a" + names.size();
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String value(String text) {
    String placeholder = ":v" + values.size();
    values.put(placeholder, SdkItems.value(text));
    return placeholder;
  }
}
