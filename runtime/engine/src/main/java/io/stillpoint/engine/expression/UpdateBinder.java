package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.expression.Syntax.Action;
import io.stillpoint.engine.expression.Syntax.Clause;
import io.stillpoint.engine.expression.Syntax.ClauseKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Binds an UpdateExpression, refusing in the service's order: undefined names, undefined values,
 * paths that overlap or conflict, operands of ADD and DELETE, operands of SET.
 */
final class UpdateBinder {
  private static final Set<AttributeValue.Type> ADDABLE =
      EnumSet.of(
          AttributeValue.Type.N,
          AttributeValue.Type.SS,
          AttributeValue.Type.NS,
          AttributeValue.Type.BS);
  private static final Set<AttributeValue.Type> DELETABLE =
      EnumSet.of(AttributeValue.Type.SS, AttributeValue.Type.NS, AttributeValue.Type.BS);

  private final Binding binding;

  UpdateBinder(Binding binding) {
    this.binding = binding;
  }

  UpdateProgram bind(Syntax.Update update) {
    visit(update, binding::path, value -> {});
    visit(update, path -> {}, binding::value);
    List<DocumentPath> targets = new ArrayList<>();
    for (Clause clause : update.clauses()) {
      clause.actions().forEach(action -> targets.add(binding.path(action.target())));
    }
    PathTree tree = PathTree.of(targets, binding);
    requireType(update, ClauseKind.ADD, ADDABLE);
    requireType(update, ClauseKind.DELETE, DELETABLE);
    List<UpdateAction> actions = new ArrayList<>();
    for (Clause clause : update.clauses()) {
      clause.actions().forEach(action -> actions.add(action(clause.kind(), action)));
    }
    return new UpdateProgram(targets, actions, tree, binding.attributes());
  }

  private static void visit(
      Syntax.Update update, Consumer<Syntax.Path> paths, Consumer<Syntax.Value> values) {
    for (Clause clause : update.clauses()) {
      for (Action action : clause.actions()) {
        paths.accept(action.target());
        visit(action.value(), paths, values);
      }
    }
  }

  private static void visit(
      Syntax operand, Consumer<Syntax.Path> paths, Consumer<Syntax.Value> values) {
    if (operand instanceof Syntax.Path path) {
      paths.accept(path);
    } else if (operand instanceof Syntax.Value value) {
      values.accept(value);
    } else if (operand instanceof Syntax.Call call) {
      call.arguments().forEach(argument -> visit(argument, paths, values));
    } else if (operand instanceof Syntax.Arithmetic sum) {
      visit(sum.left(), paths, values);
      visit(sum.right(), paths, values);
    }
  }

  private void requireType(
      Syntax.Update update, ClauseKind kind, Set<AttributeValue.Type> allowed) {
    for (Clause clause : update.clauses()) {
      for (Action action : clause.actions()) {
        AttributeValue.Type type = clause.kind() == kind ? constant(action).type() : null;
        if (type != null && !allowed.contains(type)) {
          throw binding.invalid(
              "Incorrect operand type for operator or function; operator: "
                  + kind
                  + ", operand type: "
                  + longName(type)
                  + ", typeSet: ALLOWED_FOR_"
                  + kind
                  + "_OPERAND");
        }
      }
    }
  }

  /** A type's name as this one refusal spells it. */
  private static String longName(AttributeValue.Type type) {
    return switch (type) {
      case S -> "STRING";
      case N -> "NUMBER";
      case B -> "BINARY";
      case BOOL -> "BOOLEAN";
      case NULL -> "NULL";
      case L -> "LIST";
      case M -> "MAP";
      case SS -> "STRING_SET";
      case NS -> "NUMBER_SET";
      case BS -> "BINARY_SET";
    };
  }

  private AttributeValue constant(Action action) {
    return binding.value((Syntax.Value) action.value());
  }

  private UpdateAction action(ClauseKind kind, Action action) {
    return switch (kind) {
      case SET -> new UpdateAction.Assign(operand(action.value()));
      case REMOVE -> new UpdateAction.Remove();
      case ADD -> new UpdateAction.Add(constant(action));
      case DELETE -> new UpdateAction.Delete(constant(action));
    };
  }

  private Operand operand(Syntax operand) {
    if (operand instanceof Syntax.Path path) {
      return new Operand.Reference(binding.path(path));
    }
    if (operand instanceof Syntax.Value value) {
      return new Operand.Constant(binding.value(value));
    }
    if (operand instanceof Syntax.Arithmetic sum) {
      Operand left = typed(sum.operator(), AttributeValue.Type.N, operand(sum.left()));
      Operand right = typed(sum.operator(), AttributeValue.Type.N, operand(sum.right()));
      return new Operand.Arithmetic(sum.operator().equals("-"), left, right);
    }
    return call((Syntax.Call) operand);
  }

  private Operand call(Syntax.Call call) {
    binding.requireOperandCount(call, 2);
    Operand first = operand(call.arguments().get(0));
    Operand second = operand(call.arguments().get(1));
    if (call.function().equals("if_not_exists")) {
      return new Operand.IfNotExists(binding.requirePath(call.function(), first), second);
    }
    return new Operand.ListAppend(
        typed(call.function(), AttributeValue.Type.L, first),
        typed(call.function(), AttributeValue.Type.L, second));
  }

  /** Refuses a value of the request of any other type; the item's are seen when it is applied. */
  private Operand typed(String operator, AttributeValue.Type allowed, Operand operand) {
    if (operand.type() != null && operand.type() != allowed) {
      throw binding.incorrectOperand(operator, operand.type().name());
    }
    return operand;
  }
}
