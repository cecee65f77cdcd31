package io.stillpoint.engine.expression;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Writes a syntax tree as text, with random white space, case and permitted parentheses. */
final class Printer {
  private final Random random;

  Printer(Random random) {
    this.random = random;
  }

  String print(Syntax syntax) {
    if (syntax instanceof Syntax.Update update) {
      return update.clauses().stream().map(this::clause).collect(Collectors.joining(" "));
    }
    if (syntax instanceof Syntax.Projected projected) {
      return joined(",", projected.paths());
    }
    if (syntax instanceof Syntax.And and) {
      return and.parts().stream().map(this::enclosed).collect(Collectors.joining(word("AND")));
    }
    if (syntax instanceof Syntax.Or or) {
      return or.parts().stream().map(this::enclosed).collect(Collectors.joining(word("OR")));
    }
    if (syntax instanceof Syntax.Not not) {
      return word("NOT") + enclosed(not.part());
    }
    if (syntax instanceof Syntax.Comparison comparison) {
      return operand(comparison.left())
          + space()
          + comparison.operator()
          + space()
          + operand(comparison.right());
    }
    if (syntax instanceof Syntax.Between between) {
      return operand(between.operand())
          + word("BETWEEN")
          + operand(between.lower())
          + word("AND")
          + operand(between.upper());
    }
    if (syntax instanceof Syntax.In in) {
      return operand(in.operand()) + word("IN") + "(" + joined(",", in.candidates()) + ")";
    }
    if (syntax instanceof Syntax.Arithmetic sum) {
      return operand(sum.left()) + space() + sum.operator() + space() + operand(sum.right());
    }
    if (syntax instanceof Syntax.Call call) {
      return call.function() + space() + "(" + joined(",", call.arguments()) + ")";
    }
    if (syntax instanceof Syntax.Value value) {
      return value.placeholder();
    }
    return path((Syntax.Path) syntax);
  }

  private String clause(Syntax.Clause clause) {
    return word(clause.kind().name())
        + clause.actions().stream().map(this::action).collect(Collectors.joining(","));
  }

  private String action(Syntax.Action action) {
    String target = path(action.target());
    return action.value() == null
        ? target
        : target + space() + "=" + space() + print(action.value());
  }

  private String path(Syntax.Path path) {
    StringBuilder text = new StringBuilder();
    for (Syntax.Step step : path.steps()) {
      if (step instanceof Syntax.Step.Index index) {
        text.append(space()).append('[').append(index.digits()).append(']');
      } else {
        text.append(text.length() == 0 ? "" : space() + ".");
        text.append(
            step instanceof Syntax.Step.Name name
                ? name.name()
                : ((Syntax.Step.NamePlaceholder) step).placeholder());
      }
    }
    return text.toString();
  }

  /** A condition in the parentheses that it needs to stay one, or perhaps in ones it does not. */
  private String enclosed(Syntax part) {
    boolean needed = part instanceof Syntax.And || part instanceof Syntax.Or;
    return needed || random.nextInt(3) == 0 ? "(" + space() + print(part) + ")" : print(part);
  }

  private String operand(Syntax operand) {
    return random.nextInt(4) == 0 ? "(" + print(operand) + space() + ")" : print(operand);
  }

  private String joined(String separator, List<? extends Syntax> parts) {
    return parts.stream().map(this::print).collect(Collectors.joining(separator + space()));
  }

  private String word(String keyword) {
    StringBuilder text = new StringBuilder(" ");
    keyword.chars().forEach(c -> text.append((char) (random.nextBoolean() ? c : c | 0x20)));
    return text.append(space()).append(' ').toString();
  }

  private String space() {
    return " \n\t".substring(0, random.nextInt(3));
  }
}
