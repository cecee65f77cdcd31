package io.stillpoint.engine.expression;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Random expressions, items and values over a small world of names, so that paths often hit. */
final class RandomExpressions {
  /** The placeholders that the expressions may use: {@code #0} to {@code #2} stand for a to c. */
  static final Map<String, String> NAMES = Map.of("#0", "a", "#1", "b", "#2", "c");

  private static final String[] ATTRIBUTES = {"a", "b", "c"};

  private final Random random;
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  RandomExpressions(Random random) {
    this.random = random;
    for (int i = 0; i < 8; i++) {
      values.put(":" + i, scalar());
    }
  }

  /** The values that the expressions of this generator may use; strings, numbers and binaries. */
  Map<String, AttributeValue> values() {
    return values;
  }

  Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    for (String name : ATTRIBUTES) {
      if (random.nextInt(5) > 0) {
        item.put(name, value(2));
      }
    }
    return item;
  }

  AttributeValue value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0, 1, 2 -> scalar();
      case 3 -> AttributeValue.bool(random.nextBoolean());
      case 4 -> new AttributeValue.SS(List.of("x" + random.nextInt(3)));
      case 5 -> new AttributeValue.L(list(() -> value(depth - 1)));
      default -> {
        Map<String, AttributeValue> map = new LinkedHashMap<>();
        map.put(pick(ATTRIBUTES), value(depth - 1));
        map.put(pick(ATTRIBUTES), value(depth - 1));
        yield new AttributeValue.M(map);
      }
    };
  }

  private AttributeValue scalar() {
    return switch (random.nextInt(3)) {
      case 0 -> AttributeValue.s("x".repeat(random.nextInt(3)));
      case 1 -> AttributeValue.n(random.nextInt(4));
      default -> AttributeValue.b(Bytes.wrap(new byte[] {(byte) random.nextInt(256)}));
    };
  }

  Syntax condition(int depth) {
    if (depth == 0) {
      return comparison();
    }
    return switch (random.nextInt(4)) {
      case 0 -> new Syntax.Not(condition(depth - 1));
      case 1 -> new Syntax.And(twoOrMore(() -> condition(depth - 1)));
      case 2 -> new Syntax.Or(twoOrMore(() -> condition(depth - 1)));
      default -> comparison();
    };
  }

  private Syntax comparison() {
    return switch (random.nextInt(6)) {
      case 0 -> new Syntax.Between(path(), path(), operand());
      case 1 -> new Syntax.In(path(), list(this::value));
      case 2 -> new Syntax.Call("attribute_exists", List.of(path()));
      case 3 -> new Syntax.Call("contains", List.of(path(), value()));
      default ->
          new Syntax.Comparison(
              pick("=", "<>", "<", "<=", ">", ">="),
              random.nextInt(3) == 0 ? new Syntax.Call("size", List.of(path())) : path(),
              value());
    };
  }

  /** An update of the three attributes, whose paths neither overlap nor conflict. */
  Syntax.Update update() {
    List<Syntax.Action> set = new ArrayList<>();
    List<Syntax.Action> remove = new ArrayList<>();
    for (String name : ATTRIBUTES) {
      Syntax.Path target = steps(name(name));
      if (random.nextBoolean()) {
        set.add(new Syntax.Action(target, random.nextBoolean() ? sum() : operand()));
      } else {
        remove.add(new Syntax.Action(target, null));
      }
    }
    List<Syntax.Clause> clauses = new ArrayList<>();
    if (!set.isEmpty()) {
      clauses.add(new Syntax.Clause(Syntax.ClauseKind.SET, set));
    }
    if (!remove.isEmpty()) {
      clauses.add(new Syntax.Clause(Syntax.ClauseKind.REMOVE, remove));
    }
    return new Syntax.Update(clauses);
  }

  private Syntax sum() {
    return random.nextBoolean()
        ? new Syntax.Call("if_not_exists", List.of(path(), operand()))
        : new Syntax.Arithmetic(pick("+", "-"), path(), path());
  }

  Syntax.Projected projection() {
    List<Syntax.Path> paths = new ArrayList<>();
    for (String name : ATTRIBUTES) {
      paths.add(steps(name(name)));
    }
    return new Syntax.Projected(paths);
  }

  private Syntax operand() {
    return random.nextBoolean() ? path() : value();
  }

  private Syntax value() {
    return new Syntax.Value(":" + random.nextInt(values.size()));
  }

  private Syntax.Path path() {
    return steps(name(pick(ATTRIBUTES)));
  }

  private Syntax.Path steps(Syntax.Step first) {
    List<Syntax.Step> steps = new ArrayList<>(List.of(first));
    while (random.nextInt(3) == 0) {
      steps.add(
          random.nextBoolean()
              ? new Syntax.Step.Index(String.valueOf(random.nextInt(3)))
              : name(pick(ATTRIBUTES)));
    }
    return new Syntax.Path(steps);
  }

  private Syntax.Step name(String name) {
    return random.nextBoolean()
        ? new Syntax.Step.Name(name)
        : new Syntax.Step.NamePlaceholder("#" + (name.charAt(0) - 'a'));
  }

  private <T> List<T> list(Supplier<T> element) {
    List<T> list = new ArrayList<>(List.of(element.get()));
    while (random.nextBoolean()) {
      list.add(element.get());
    }
    return list;
  }

  private <T> List<T> twoOrMore(Supplier<T> element) {
    List<T> list = list(element);
    list.add(element.get());
    return list;
  }

  private String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
