package io.stillpoint.engine.validation;

import java.util.List;
import java.util.regex.Pattern;

/** A constraint on one member of a request, and the service's words for breaking it. */
public sealed interface Constraint {
  /** The characters of a table's or index's name. */
  String NAME_PATTERN = "[a-zA-Z0-9_.-]+";

  /** The constraint's sentence, after "failed to satisfy constraint: ". */
  String sentence();

  /** The member must be there. */
  record Present() implements Constraint {
    @Override
    public String sentence() {
      return "Member must not be null";
    }
  }

  record AtLeast(long least) implements Constraint {
    @Override
    public String sentence() {
      return "Member must have value greater than or equal to " + least;
    }
  }

  record AtMost(long most) implements Constraint {
    @Override
    public String sentence() {
      return "Member must have value less than or equal to " + most;
    }
  }

  /** Of a text, list or map. */
  record Shortest(int least) implements Constraint {
    @Override
    public String sentence() {
      return "Member must have length greater than or equal to " + least;
    }
  }

  /** Of a text, list or map. */
  record Longest(int most) implements Constraint {
    @Override
    public String sentence() {
      return "Member must have length less than or equal to " + most;
    }
  }

  record Matching(Pattern pattern) implements Constraint {
    @Override
    public String sentence() {
      return "Member must satisfy regular expression pattern: " + pattern.pattern();
    }
  }

  record OneOf(List<String> values) implements Constraint {
    @Override
    public String sentence() {
      return "Member must satisfy enum value set: [" + String.join(", ", values) + "]";
    }
  }

  /** Every name of a map must satisfy all of these. */
  record Names(List<Constraint> each) implements Constraint {
    @Override
    public String sentence() {
      return "Map keys must satisfy constraint: " + sentences(each);
    }
  }

  /** Every value of a map must satisfy all of these. */
  record Values(List<Constraint> each) implements Constraint {
    @Override
    public String sentence() {
      return "Map value must satisfy constraint: " + sentences(each);
    }
  }

  /** A constraint on a table's name, which its ARN satisfies too. */
  record NameOrArn(Constraint name) implements Constraint {
    @Override
    public String sentence() {
      return name.sentence();
    }
  }

  private static String sentences(List<Constraint> each) {
    return each.stream().map(Constraint::sentence).toList().toString();
  }

  static Constraint present() {
    return new Present();
  }

  static Constraint atLeast(long least) {
    return new AtLeast(least);
  }

  static Constraint atMost(long most) {
    return new AtMost(most);
  }

  static Constraint shortest(int least) {
    return new Shortest(least);
  }

  static Constraint longest(int most) {
    return new Longest(most);
  }

  static Constraint matching(String pattern) {
    return new Matching(Pattern.compile(pattern));
  }

  static Constraint oneOf(String... values) {
    return new OneOf(List.of(values));
  }
}
