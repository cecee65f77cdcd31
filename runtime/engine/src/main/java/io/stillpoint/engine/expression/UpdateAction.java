package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One action of an UpdateExpression, bound: what it does to the value at its path. */
sealed interface UpdateAction {
  /** What an action comes to, given the item as it was. */
  sealed interface Effect {
    /** The path gets this value. */
    record Put(AttributeValue value) implements Effect {}

    /** The path is removed, if it is there. */
    record Remove() implements Effect {}

    /** Nothing changes. */
    record Keep() implements Effect {}

    /** A SET that refers to an attribute which the item lacks: the update must be refused. */
    record Missing() implements Effect {}
  }

  /**
   * Evaluates the action.
   *
   * @param item the item before the update: actions do not see each other's effects
   * @param current what the item has at the action's path, or null
   * @throws io.stillpoint.engine.error.ServiceException if a type does not fit
   */
  Effect effect(Map<String, AttributeValue> item, AttributeValue current);

  /** Whether the action, on an item that does not exist, makes one. */
  boolean createsItem();

  /** {@code SET path = value}. */
  record Assign(Operand value) implements UpdateAction {
    @Override
    public Effect effect(Map<String, AttributeValue> item, AttributeValue current) {
      AttributeValue result = value.in(item);
      return result == null ? new Effect.Missing() : new Effect.Put(result);
    }

    @Override
    public boolean createsItem() {
      return true;
    }
  }

  /** {@code REMOVE path}. */
  record Remove() implements UpdateAction {
    @Override
    public Effect effect(Map<String, AttributeValue> item, AttributeValue current) {
      return new Effect.Remove();
    }

    @Override
    public boolean createsItem() {
      return false;
    }
  }

  /** {@code ADD path value}: adds to a number or a set, or puts the value where there is none. */
  record Add(AttributeValue value) implements UpdateAction {
    @Override
    public Effect effect(Map<String, AttributeValue> item, AttributeValue current) {
      if (current == null) {
        return new Effect.Put(value);
      }
      if (current.type() != value.type()) {
        throw Operand.incorrectType();
      }
      if (current instanceof AttributeValue.N number) {
        return new Effect.Put(Operand.sum(number, ((AttributeValue.N) value).value()));
      }
      return new Effect.Put(union(current, value));
    }

    @Override
    public boolean createsItem() {
      return true;
    }

    private static AttributeValue union(AttributeValue a, AttributeValue b) {
      if (a instanceof AttributeValue.SS x) {
        return new AttributeValue.SS(union(x.values(), ((AttributeValue.SS) b).values()));
      }
      if (a instanceof AttributeValue.NS x) {
        return new AttributeValue.NS(union(x.values(), ((AttributeValue.NS) b).values()));
      }
      return new AttributeValue.BS(
          union(((AttributeValue.BS) a).values(), ((AttributeValue.BS) b).values()));
    }

    private static <T> List<T> union(List<T> a, List<T> b) {
      Set<T> union = new LinkedHashSet<>(a);
      union.addAll(b);
      return new ArrayList<>(union);
    }
  }

  /** {@code DELETE path value}: takes members out of a set, and the set away with its last. */
  record Delete(AttributeValue value) implements UpdateAction {
    @Override
    public Effect effect(Map<String, AttributeValue> item, AttributeValue current) {
      if (current == null) {
        return new Effect.Keep();
      }
      if (current.type() != value.type()) {
        throw Operand.incorrectType();
      }
      AttributeValue rest = difference(current, value);
      return rest == null ? new Effect.Remove() : new Effect.Put(rest);
    }

    @Override
    public boolean createsItem() {
      return false;
    }

    private static AttributeValue difference(AttributeValue a, AttributeValue b) {
      if (a instanceof AttributeValue.SS x) {
        List<String> rest = difference(x.values(), ((AttributeValue.SS) b).values());
        return rest.isEmpty() ? null : new AttributeValue.SS(rest);
      }
      if (a instanceof AttributeValue.NS x) {
        var rest = difference(x.values(), ((AttributeValue.NS) b).values());
        return rest.isEmpty() ? null : new AttributeValue.NS(rest);
      }
      var rest = difference(((AttributeValue.BS) a).values(), ((AttributeValue.BS) b).values());
      return rest.isEmpty() ? null : new AttributeValue.BS(rest);
    }

    private static <T> List<T> difference(List<T> a, List<T> b) {
      Set<T> difference = new LinkedHashSet<>(a);
      b.forEach(difference::remove);
      return new ArrayList<>(difference);
    }
  }
}
