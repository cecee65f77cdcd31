package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Binds a condition: checks each comparison and call, innermost first and in the order written, and
 * builds what evaluates it.
 */
final class ConditionBinder {
  private static final int MAX_IN_OPERANDS = 100;

  private final Binding binding;

  ConditionBinder(Binding binding) {
    this.binding = binding;
  }

  Predicate<Map<String, AttributeValue>> condition(Syntax expression) {
    if (expression instanceof Syntax.And and) {
      List<Predicate<Map<String, AttributeValue>>> parts = conditions(and.parts());
      return item -> holds(parts, item, true);
    }
    if (expression instanceof Syntax.Or or) {
      List<Predicate<Map<String, AttributeValue>>> parts = conditions(or.parts());
      return item -> holds(parts, item, false);
    }
    if (expression instanceof Syntax.Not not) {
      return condition(not.part()).negate();
    }
    if (expression instanceof Syntax.Comparison comparison) {
      return comparison(comparison);
    }
    if (expression instanceof Syntax.Between between) {
      return between(between);
    }
    if (expression instanceof Syntax.In in) {
      return in(in);
    }
    return call((Syntax.Call) expression);
  }

  // Loops, not streams, here and in holds: they cost a nested condition far less stack.
  private List<Predicate<Map<String, AttributeValue>>> conditions(List<Syntax> parts) {
    List<Predicate<Map<String, AttributeValue>>> conditions = new ArrayList<>(parts.size());
    for (Syntax part : parts) {
      conditions.add(condition(part));
    }
    return conditions;
  }

  /** Whether all parts hold, or any one. */
  private static boolean holds(
      List<Predicate<Map<String, AttributeValue>>> parts,
      Map<String, AttributeValue> item,
      boolean all) {
    for (Predicate<Map<String, AttributeValue>> part : parts) {
      if (part.test(item) != all) {
        return !all;
      }
    }
    return all;
  }

  private Predicate<Map<String, AttributeValue>> comparison(Syntax.Comparison comparison) {
    String operator = comparison.operator();
    Operand left = operand(comparison.left());
    Operand right = operand(comparison.right());
    requireDistinct(operator, left, List.of(right));
    if (operator.equals("=")) {
      return item -> Values.equal(left.in(item), right.in(item));
    }
    if (operator.equals("<>")) {
      return item -> !Values.equal(left.in(item), right.in(item));
    }
    requireOrdered(operator, left, right);
    IntPredicate wanted =
        switch (operator) {
          case "<" -> order -> order < 0;
          case "<=" -> order -> order <= 0;
          case ">" -> order -> order > 0;
          default -> order -> order >= 0;
        };
    return item -> {
      OptionalInt order = Values.compare(left.in(item), right.in(item));
      return order.isPresent() && wanted.test(order.getAsInt());
    };
  }

  private Predicate<Map<String, AttributeValue>> between(Syntax.Between between) {
    Operand operand = operand(between.operand());
    Operand lower = operand(between.lower());
    Operand upper = operand(between.upper());
    requireDistinct("BETWEEN", operand, List.of(lower, upper));
    requireOrdered("BETWEEN", operand, lower, upper);
    if (lower instanceof Operand.Constant a && upper instanceof Operand.Constant b) {
      requireBounds(a.value(), b.value());
    }
    return item -> {
      AttributeValue value = operand.in(item);
      OptionalInt toLower = Values.compare(value, lower.in(item));
      OptionalInt toUpper = Values.compare(value, upper.in(item));
      return toLower.orElse(-1) >= 0 && toUpper.orElse(1) <= 0;
    };
  }

  private void requireBounds(AttributeValue lower, AttributeValue upper) {
    String problem = null;
    if (lower.type() != upper.type()) {
      problem = "same data type for lower and upper bounds";
    } else if (Values.compare(lower, upper).orElse(0) > 0) {
      problem = "upper bound to be greater than or equal to lower bound";
    }
    if (problem != null) {
      throw binding.invalid(
          "The BETWEEN operator requires "
              + problem
              + "; lower bound operand: "
              + printed(lower)
              + ", upper bound operand: "
              + printed(upper));
    }
  }

  /** A string, number or binary as the service prints a bound. */
  private static String printed(AttributeValue bound) {
    String value;
    if (bound instanceof AttributeValue.S s) {
      value = s.value();
    } else if (bound instanceof AttributeValue.N n) {
      value = Numbers.format(n.value());
    } else {
      int length = ((AttributeValue.B) bound).value().length();
      value = "java.nio.HeapByteBuffer[pos=0 lim=" + length + " cap=" + length + "]";
    }
    return "AttributeValue: {" + bound.type() + ":" + value + "}";
  }

  private Predicate<Map<String, AttributeValue>> in(Syntax.In in) {
    Operand operand = operand(in.operand());
    List<Operand> candidates = in.candidates().stream().map(this::operand).toList();
    if (candidates.size() > MAX_IN_OPERANDS) {
      throw binding.invalid(
          "The IN operator is provided with too many operands; number of operands: "
              + candidates.size());
    }
    requireDistinct("IN", operand, candidates);
    return item -> {
      AttributeValue value = operand.in(item);
      return candidates.stream().anyMatch(candidate -> Values.equal(value, candidate.in(item)));
    };
  }

  private Operand operand(Syntax operand) {
    if (operand instanceof Syntax.Path path) {
      return new Operand.Reference(binding.path(path));
    }
    if (operand instanceof Syntax.Value value) {
      return new Operand.Constant(binding.value(value));
    }
    return size((Syntax.Call) operand);
  }

  private Operand size(Syntax.Call call) {
    List<Operand> arguments = arguments(call, 1);
    AttributeValue.Type type = arguments.get(0).type();
    if (type == AttributeValue.Type.N
        || type == AttributeValue.Type.BOOL
        || type == AttributeValue.Type.NULL) {
      throw binding.incorrectOperand("size", type.name());
    }
    return new Operand.Size(arguments.get(0));
  }

  private Predicate<Map<String, AttributeValue>> call(Syntax.Call call) {
    return switch (call.function()) {
      case "attribute_exists" -> exists(call);
      case "attribute_not_exists" -> exists(call).negate();
      case "attribute_type" -> attributeType(call);
      case "begins_with" -> beginsWith(call);
      default -> {
        List<Operand> operands = distinctArguments(call);
        Operand whole = operands.get(0);
        Operand part = operands.get(1);
        yield item -> Values.contains(whole.in(item), part.in(item));
      }
    };
  }

  private Predicate<Map<String, AttributeValue>> exists(Syntax.Call call) {
    DocumentPath path = binding.requirePath(call.function(), arguments(call, 1).get(0));
    return item -> path.in(item) != null;
  }

  private Predicate<Map<String, AttributeValue>> beginsWith(Syntax.Call call) {
    List<Operand> operands = distinctArguments(call);
    for (Operand operand : operands) {
      AttributeValue.Type type = operand.type();
      if (type != null && type != AttributeValue.Type.S && type != AttributeValue.Type.B) {
        throw binding.incorrectOperand("begins_with", type.name());
      }
    }
    Operand whole = operands.get(0);
    Operand prefix = operands.get(1);
    return item -> Values.beginsWith(whole.in(item), prefix.in(item));
  }

  private Predicate<Map<String, AttributeValue>> attributeType(Syntax.Call call) {
    List<Operand> operands = distinctArguments(call);
    Operand operand = operands.get(0);
    AttributeValue.Type given = operands.get(1).type();
    if (!(operands.get(1) instanceof Operand.Constant constant)
        || !(constant.value() instanceof AttributeValue.S name)) {
      throw binding.incorrectOperand(
          "attribute_type", given == null ? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}" : given.name());
    }
    AttributeValue.Type type =
        Arrays.stream(AttributeValue.Type.values())
            .filter(t -> t.name().equals(name.value()))
            .findAny()
            .orElseThrow(
                () ->
                    binding.invalid(
                        "Invalid attribute type name found; type: "
                            + name.value()
                            + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"));
    return item -> {
      AttributeValue value = operand.in(item);
      return value != null && value.type() == type;
    };
  }

  private List<Operand> distinctArguments(Syntax.Call call) {
    List<Operand> operands = arguments(call, 2);
    requireDistinct(call.function(), operands.get(0), operands.subList(1, 2));
    return operands;
  }

  private List<Operand> arguments(Syntax.Call call, int expected) {
    List<Operand> operands = call.arguments().stream().map(this::operand).toList();
    binding.requireOperandCount(call, expected);
    return operands;
  }

  private void requireDistinct(String operator, Operand first, List<Operand> others) {
    if (first instanceof Operand.Reference path && others.contains(path)) {
      throw binding.invalid(
          "The first operand must be distinct from the remaining operands for this operator or"
              + " function; operator: "
              + operator
              + ", first operand: "
              + path.path());
    }
  }

  private void requireOrdered(String operator, Operand... operands) {
    for (Operand operand : operands) {
      if (operand.type() != null && !Values.isOrdered(operand.type())) {
        throw binding.incorrectOperand(operator, operand.type().name());
      }
    }
  }
}
