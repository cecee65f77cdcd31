package io.stillpoint.engine.expression;

import java.util.List;

/**
 * What an expression says, placeholders still in it: immutable, so that one parse serves every
 * request that sends the same text.
 *
 * <p>Operands and conditions are one type because the grammar cannot tell them apart before it has
 * read past them: {@code (a) = :v} and {@code (a = :v)} both begin with {@code (a}.
 */
sealed interface Syntax {
  /** A document path such as {@code a.#b[3]}. */
  record Path(List<Step> steps) implements Syntax {
    public Path {
      steps = List.copyOf(steps);
    }
  }

  /** One step of a document path. */
  sealed interface Step {
    /** An attribute's name as written. */
    record Name(String name) implements Step {}

    /** A name that ExpressionAttributeNames gives: {@code #n}. */
    record NamePlaceholder(String placeholder) implements Step {}

    /** A list index, as written: of any length until it has been checked. */
    record Index(String digits) implements Step {}
  }

  /** A value that ExpressionAttributeValues gives: {@code :v}. */
  record Value(String placeholder) implements Syntax {}

  /** A function call: a condition, or an operand. */
  record Call(String function, List<Syntax> arguments) implements Syntax {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /** {@code left + right} or {@code left - right}. */
  record Arithmetic(String operator, Syntax left, Syntax right) implements Syntax {}

  /** {@code left = right} and the five like it. */
  record Comparison(String operator, Syntax left, Syntax right) implements Syntax {}

  /** {@code operand BETWEEN lower AND upper}. */
  record Between(Syntax operand, Syntax lower, Syntax upper) implements Syntax {}

  /** {@code operand IN (candidates)}. */
  record In(Syntax operand, List<Syntax> candidates) implements Syntax {
    public In {
      candidates = List.copyOf(candidates);
    }
  }

  /** Two or more conditions that must all hold. */
  record And(List<Syntax> parts) implements Syntax {
    public And {
      parts = List.copyOf(parts);
    }
  }

  /** Two or more conditions of which one must hold. */
  record Or(List<Syntax> parts) implements Syntax {
    public Or {
      parts = List.copyOf(parts);
    }
  }

  /** A condition that must not hold. */
  record Not(Syntax part) implements Syntax {}

  /** A whole UpdateExpression, its clauses in the order written. */
  record Update(List<Clause> clauses) implements Syntax {
    public Update {
      clauses = List.copyOf(clauses);
    }
  }

  /** The keywords that open a clause of an UpdateExpression. */
  enum ClauseKind {
    SET,
    REMOVE,
    ADD,
    DELETE
  }

  /** One clause: a keyword and its actions. */
  record Clause(ClauseKind kind, List<Action> actions) {
    public Clause {
      actions = List.copyOf(actions);
    }
  }

  /**
   * One action of a clause.
   *
   * @param value what to set, add or delete; null for REMOVE
   */
  record Action(Path target, Syntax value) {}

  /** A whole ProjectionExpression. */
  record Projected(List<Path> paths) implements Syntax {
    public Projected {
      paths = List.copyOf(paths);
    }
  }
}
