package io.stillpoint.engine.expression;

import io.stillpoint.engine.expression.Syntax.Action;
import io.stillpoint.engine.expression.Syntax.Clause;
import io.stillpoint.engine.expression.Syntax.ClauseKind;
import io.stillpoint.engine.expression.Syntax.Path;
import io.stillpoint.engine.expression.Syntax.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The grammar, by recursive descent: bounded in depth, linear in time, one token ahead.
 *
 * <p>Conditions are {@code OR} of {@code AND} of {@code NOT} of comparisons, function calls and
 * parentheses. An operand in parentheses is read by the rule that reads a condition in parentheses;
 * whoever needed a condition then refuses a bare operand at the token after it, as the service
 * does.
 */
final class Parser {
  private static final Set<String> COMPARATORS = Set.of("=", "<>", "<", "<=", ">", ">=");

  private final ExpressionKind kind;
  private final TokenStream tokens;

  /**
   * Where the parentheses that were closed last begin and end, to see that two enclose the same.
   */
  private int lastOpen = -1;

  private int lastClose = -1;

  private Parser(ExpressionKind kind, String text) {
    this.kind = kind;
    this.tokens = new TokenStream(kind, text);
  }

  /**
   * Reads a whole expression and checks all that its text alone decides: grammar, sizes, reserved
   * words, function names.
   *
   * @throws io.stillpoint.engine.error.ServiceException if the service would refuse it
   */
  static Syntax parse(ExpressionKind kind, String text) {
    Parser parser = new Parser(kind, text);
    Syntax parsed =
        switch (kind) {
          case UPDATE -> parser.update();
          case PROJECTION -> new Syntax.Projected(parser.list(parser::path));
          case CONDITION, FILTER, KEY_CONDITION -> parser.condition(parser.or());
        };
    if (parser.tokens.peek().type() != Token.Type.END) {
      throw parser.tokens.syntaxError();
    }
    new PlacementCheck(kind).check(parsed);
    return parsed;
  }

  private Syntax or() {
    Syntax first = and();
    if (!tokens.peek().is("OR")) {
      return first;
    }
    List<Syntax> parts = new ArrayList<>();
    parts.add(condition(first));
    while (tokens.accept("OR")) {
      tokens.countOperator();
      parts.add(condition(and()));
    }
    return new Syntax.Or(parts);
  }

  private Syntax and() {
    Syntax first = not();
    if (!tokens.peek().is("AND")) {
      return first;
    }
    List<Syntax> parts = new ArrayList<>();
    parts.add(condition(first));
    while (tokens.accept("AND")) {
      tokens.countOperator();
      parts.add(condition(not()));
    }
    return new Syntax.And(parts);
  }

  private Syntax not() {
    if (!tokens.accept("NOT")) {
      return comparison();
    }
    tokens.countOperator();
    return new Syntax.Not(condition(not()));
  }

  private Syntax comparison() {
    Syntax left = tokens.peek().is("(") ? parenthesised() : operand();
    Token operator = tokens.peek();
    if (!isOperand(left)) {
      return left;
    }
    if (operator.type() == Token.Type.SYMBOL && COMPARATORS.contains(operator.text())) {
      tokens.next();
      tokens.countOperator();
      return new Syntax.Comparison(operator.text(), left, operand());
    }
    if (tokens.accept("BETWEEN")) {
      tokens.countOperator();
      Syntax lower = operand();
      tokens.expect("AND");
      return new Syntax.Between(left, lower, operand());
    }
    if (tokens.accept("IN")) {
      tokens.countOperator();
      return new Syntax.In(left, arguments());
    }
    return left;
  }

  /** A condition or an operand in parentheses, or a path that goes on behind them. */
  private Syntax parenthesised() {
    int open = tokens.position();
    tokens.expect("(");
    tokens.enter();
    Syntax inner = or();
    tokens.leave();
    close(open);
    return inner instanceof Path path ? steps(path) : inner;
  }

  private void close(int open) {
    int close = tokens.position();
    tokens.expect(")");
    if (lastOpen == open + 1 && lastClose == close - 1) {
      throw tokens.redundantParentheses();
    }
    lastOpen = open;
    lastClose = close;
  }

  /** A path, value or call, perhaps in parentheses. */
  private Syntax operand() {
    Token token = tokens.peek();
    if (token.is("(")) {
      int open = tokens.position();
      tokens.next();
      tokens.enter();
      Syntax inner = operand();
      tokens.leave();
      close(open);
      return inner instanceof Path path && kind != ExpressionKind.UPDATE ? steps(path) : inner;
    }
    if (token.type() == Token.Type.VALUE_PLACEHOLDER) {
      return new Syntax.Value(tokens.next().text());
    }
    if (token.type() == Token.Type.NAME && tokens.peekSecond().is("(")) {
      tokens.next();
      if (kind == ExpressionKind.UPDATE) {
        tokens.countOperator();
      }
      return new Syntax.Call(token.text(), arguments());
    }
    return path();
  }

  private List<Syntax> arguments() {
    tokens.expect("(");
    tokens.enter();
    List<Syntax> arguments = list(this::operand);
    tokens.leave();
    tokens.expect(")");
    return arguments;
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> elements = new ArrayList<>();
    do {
      elements.add(element.get());
    } while (tokens.accept(","));
    return elements;
  }

  private Path path() {
    return steps(new Path(List.of(name())));
  }

  /** A path and the steps that follow it. */
  private Path steps(Path start) {
    if (!tokens.peek().is(".") && !tokens.peek().is("[")) {
      return start;
    }
    List<Step> steps = new ArrayList<>(start.steps());
    while (true) {
      if (tokens.accept(".")) {
        steps.add(name());
      } else if (tokens.accept("[")) {
        steps.add(new Step.Index(tokens.expect(Token.Type.INTEGER).text()));
        tokens.expect("]");
      } else {
        return new Path(steps);
      }
    }
  }

  private Step name() {
    return tokens.peek().type() == Token.Type.NAME_PLACEHOLDER
        ? new Step.NamePlaceholder(tokens.next().text())
        : new Step.Name(tokens.expect(Token.Type.NAME).text());
  }

  private Syntax update() {
    List<Clause> clauses = new ArrayList<>();
    do {
      clauses.add(clause());
    } while (tokens.peek().type() != Token.Type.END);
    return new Syntax.Update(clauses);
  }

  private Clause clause() {
    for (ClauseKind clause : ClauseKind.values()) {
      if (tokens.accept(clause.name())) {
        return new Clause(clause, list(() -> action(clause)));
      }
    }
    throw tokens.syntaxError();
  }

  private Action action(ClauseKind clause) {
    Path target = path();
    return switch (clause) {
      case REMOVE -> new Action(target, null);
      case ADD, DELETE ->
          new Action(target, new Syntax.Value(tokens.expect(Token.Type.VALUE_PLACEHOLDER).text()));
      case SET -> {
        tokens.expect("=");
        yield new Action(target, setValue());
      }
    };
  }

  /** An operand, or one sum or difference of two, perhaps in parentheses as a whole. */
  private Syntax setValue() {
    if (!tokens.peek().is("(")) {
      return sum(operand());
    }
    int open = tokens.position();
    tokens.next();
    tokens.enter();
    Syntax inner = setValue();
    tokens.leave();
    close(open);
    return inner instanceof Syntax.Arithmetic ? inner : sum(inner);
  }

  private Syntax sum(Syntax left) {
    Token operator = tokens.peek();
    if (!operator.is("+") && !operator.is("-")) {
      return left;
    }
    tokens.next();
    tokens.countOperator();
    return new Syntax.Arithmetic(operator.text(), left, operand());
  }

  /** Refuses an operand where only a condition can stand. */
  private Syntax condition(Syntax parsed) {
    if (isOperand(parsed) && !(parsed instanceof Syntax.Call)) {
      throw tokens.syntaxError();
    }
    return parsed;
  }

  private static boolean isOperand(Syntax parsed) {
    return parsed instanceof Path
        || parsed instanceof Syntax.Value
        || parsed instanceof Syntax.Call;
  }
}
