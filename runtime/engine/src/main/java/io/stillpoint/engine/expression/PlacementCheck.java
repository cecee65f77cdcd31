package io.stillpoint.engine.expression;

import io.stillpoint.engine.expression.Syntax.Action;
import io.stillpoint.engine.expression.Syntax.Clause;
import io.stillpoint.engine.expression.Syntax.Step;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What the service checks first in an expression that parsed, in the order in which it is written,
 * before it looks at any placeholder: reserved words, list indexes, which functions there are and
 * where they may stand, clauses used twice.
 */
final class PlacementCheck {
  private static final Set<String> CONDITIONS =
      Set.of(
          "attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains");
  private static final Set<String> UPDATE_OPERANDS = Set.of("if_not_exists", "list_append");

  private final ExpressionKind kind;

  PlacementCheck(ExpressionKind kind) {
    this.kind = kind;
  }

  void check(Syntax expression) {
    if (expression instanceof Syntax.Update update) {
      update(update);
    } else if (expression instanceof Syntax.Projected projected) {
      projected.paths().forEach(this::path);
    } else {
      condition(expression);
    }
  }

  private void condition(Syntax expression) {
    if (expression instanceof Syntax.And and) {
      and.parts().forEach(this::condition);
    } else if (expression instanceof Syntax.Or or) {
      or.parts().forEach(this::condition);
    } else if (expression instanceof Syntax.Not not) {
      condition(not.part());
    } else if (expression instanceof Syntax.Call call) {
      conditionCall(call, CONDITIONS.contains(call.function()));
    } else if (expression instanceof Syntax.Comparison comparison) {
      operands(List.of(comparison.left(), comparison.right()));
    } else if (expression instanceof Syntax.Between between) {
      operands(List.of(between.operand(), between.lower(), between.upper()));
    } else if (expression instanceof Syntax.In in) {
      operand(in.operand());
      operands(in.candidates());
    }
  }

  private void operands(List<Syntax> operands) {
    operands.forEach(this::operand);
  }

  private void operand(Syntax operand) {
    if (operand instanceof Syntax.Path path) {
      path(path);
    } else if (operand instanceof Syntax.Call call) {
      if (kind == ExpressionKind.UPDATE) {
        updateCall(call);
      } else {
        conditionCall(call, call.function().equals("size"));
      }
    } else if (operand instanceof Syntax.Arithmetic sum) {
      operands(List.of(sum.left(), sum.right()));
    }
  }

  private void conditionCall(Syntax.Call call, boolean wellPlaced) {
    refuseUnknown(call);
    if (UPDATE_OPERANDS.contains(call.function())) {
      throw kind.invalid(
          "The function is not allowed in a condition expression; function: " + call.function());
    }
    if (!wellPlaced) {
      throw misplaced(call);
    }
    operands(call.arguments());
  }

  private void updateCall(Syntax.Call call) {
    refuseUnknown(call);
    if (!UPDATE_OPERANDS.contains(call.function())) {
      throw kind.invalid(
          "The function is not allowed in an update expression; function: " + call.function());
    }
    for (Syntax argument : call.arguments()) {
      // Seen in the service: if_not_exists nests, list_append does not.
      if (argument instanceof Syntax.Call inner && inner.function().equals("list_append")) {
        throw misplaced(inner);
      }
      operand(argument);
    }
  }

  private void refuseUnknown(Syntax.Call call) {
    String name = call.function();
    if (!CONDITIONS.contains(name) && !UPDATE_OPERANDS.contains(name) && !name.equals("size")) {
      throw kind.invalid("Invalid function name; function: " + name);
    }
  }

  private RuntimeException misplaced(Syntax.Call call) {
    return kind.invalid(
        "The function is not allowed to be used this way in an expression; function: "
            + call.function());
  }

  private void path(Syntax.Path path) {
    for (Step step : path.steps()) {
      if (step instanceof Step.Name name && ReservedWords.contains(name.name())) {
        throw kind.invalid(
            "Attribute name is a reserved keyword; reserved keyword: " + name.name());
      }
      if (step instanceof Step.Index index && !isListIndex(index.digits())) {
        throw kind.invalid(
            "List index is not within the allowable range; index: [" + index.digits() + "]");
      }
    }
  }

  private static boolean isListIndex(String digits) {
    return digits.length() <= 10 && Long.parseLong(digits) <= Integer.MAX_VALUE;
  }

  private void update(Syntax.Update update) {
    Set<Syntax.ClauseKind> seen = EnumSet.noneOf(Syntax.ClauseKind.class);
    for (Clause clause : update.clauses()) {
      for (Action action : clause.actions()) {
        path(action.target());
        if (action.value() != null) {
          operand(action.value());
        }
      }
    }
    for (Clause clause : update.clauses()) {
      if (!seen.add(clause.kind())) {
        throw kind.invalid(
            "The \"" + clause.kind() + "\" section can only be used once in an update expression;");
      }
    }
  }
}
