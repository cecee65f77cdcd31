package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.expression.UpdateAction.Effect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An UpdateExpression, bound to a request. Immutable, safe to share between threads.
 *
 * <p>Every action sees the item as it was before the update, whatever order they are written in;
 * list indexes count the list as it was, and elements set behind its end are appended in the order
 * of their indexes (Developer Guide, "Update expressions").
 */
public final class UpdateProgram {
  private final List<DocumentPath> targets;
  private final List<UpdateAction> actions;
  private final PathTree tree;
  private final ReferencedAttributes attributes;

  /** Takes targets and actions in the order written; the tree is that of the targets. */
  UpdateProgram(
      List<DocumentPath> targets,
      List<UpdateAction> actions,
      PathTree tree,
      ReferencedAttributes attributes) {
    this.targets = List.copyOf(targets);
    this.actions = List.copyOf(actions);
    this.tree = tree;
    this.attributes = attributes;
  }

  /** The item's attributes that the update changes, or parts of them: none may be part of a key. */
  public Set<String> touchedTopLevel() {
    return targets.stream().map(DocumentPath::topLevel).collect(Collectors.toUnmodifiableSet());
  }

  /** All attributes that the update refers to, read or written. */
  public ReferencedAttributes attributes() {
    return attributes;
  }

  /**
   * Applies the update.
   *
   * @param key the item's key attributes
   * @param old the item, or null if there is none
   * @throws ServiceException if the item does not fit the update; nothing has happened then
   */
  public UpdateResult apply(Map<String, AttributeValue> key, Map<String, AttributeValue> old) {
    Projection touched = new Projection(tree, attributes);
    if (old == null && actions.stream().noneMatch(UpdateAction::createsItem)) {
      // Seen in the service: an update that only removes makes no item, whatever its paths.
      return new UpdateResult(null, Map.of(), Map.of());
    }
    Map<String, AttributeValue> before = old == null ? key : old;
    List<Effect> effects = new ArrayList<>(actions.size());
    for (int i = 0; i < actions.size(); i++) {
      effects.add(actions.get(i).effect(before, targets.get(i).in(before)));
    }
    Map<String, AttributeValue> item = attributes(before, tree, effects);
    if (effects.stream().anyMatch(Effect.Missing.class::isInstance)) {
      throw ServiceException.validation(
          "The provided expression refers to an attribute that does not exist in the item");
    }
    return new UpdateResult(item, old == null ? Map.of() : touched.apply(old), touched.apply(item));
  }

  private static Map<String, AttributeValue> attributes(
      Map<String, AttributeValue> before, PathTree tree, List<Effect> effects) {
    Map<String, AttributeValue> after = new LinkedHashMap<>(before);
    tree.attributes()
        .forEach(
            (name, below) -> {
              AttributeValue value = value(before.get(name), below, effects);
              if (value == null) {
                after.remove(name);
              } else {
                after.put(name, value);
              }
            });
    return after;
  }

  private static List<AttributeValue> elements(
      List<AttributeValue> before, PathTree tree, List<Effect> effects) {
    List<AttributeValue> after = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      PathTree below = tree.elements().get(i);
      add(after, below == null ? before.get(i) : value(before.get(i), below, effects));
    }
    for (PathTree behindEnd : tree.elements().tailMap(before.size()).values()) {
      add(after, value(null, behindEnd, effects));
    }
    return after;
  }

  private static void add(List<AttributeValue> list, AttributeValue value) {
    if (value != null) {
      list.add(value);
    }
  }

  /** What a value becomes; null if it is not there afterwards. */
  private static AttributeValue value(AttributeValue before, PathTree tree, List<Effect> effects) {
    if (tree.isEnd()) {
      Effect effect = effects.get(tree.number());
      if (effect instanceof Effect.Put put) {
        return put.value();
      }
      return effect instanceof Effect.Remove ? null : before;
    }
    if (before instanceof AttributeValue.M map && !tree.attributes().isEmpty()) {
      return new AttributeValue.M(attributes(map.values(), tree, effects));
    }
    if (before instanceof AttributeValue.L list && !tree.elements().isEmpty()) {
      return new AttributeValue.L(elements(list.values(), tree, effects));
    }
    throw ServiceException.validation(
        "The document path provided in the update expression is invalid for update");
  }
}
