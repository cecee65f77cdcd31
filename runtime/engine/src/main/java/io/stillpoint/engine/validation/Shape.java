package io.stillpoint.engine.validation;

import java.util.List;

/**
 * The type of a request's member: what {@link TypeCheck} holds the JSON against, and where {@link
 * ConstraintCheck} finds the constraints. Named after the service's own classes, because its error
 * texts show them.
 */
public sealed interface Shape {

  /** Types without parts. */
  enum Scalar implements Shape {
    STRING("String"),
    BOOLEAN("Boolean"),
    INTEGER("Integer"),
    LONG("Long"),
    BLOB("Blob");

    private final String className;

    Scalar(String className) {
      this.className = className;
    }

    String className() {
      return className;
    }
  }

  /** An attribute value in DynamoDB JSON. */
  enum Attribute implements Shape {
    VALUE
  }

  /** A parameter that is refused whatever it holds. */
  enum Any implements Shape {
    ANY
  }

  /**
   * A list.
   *
   * @param inner whether it lies within another collection, where the service's text for a wrong
   *     type is another
   */
  record ListOf(Shape element, boolean inner) implements Shape {}

  /**
   * A map from names.
   *
   * @param className the value's class as the service's texts name it
   * @param inner as for {@link ListOf}
   */
  record MapOf(Shape value, String className, boolean inner) implements Shape {}

  /**
   * A structure.
   *
   * @param inCollection whether it is an element of a list or map, which has its own text for a
   *     wrong type
   */
  record Struct(String name, boolean inCollection, List<Member> members) implements Shape {
    String className() {
      return PACKAGE + name;
    }
  }

  /**
   * A member of a structure.
   *
   * @param path the name as the texts of constraints show it
   * @param constraints in the order in which they are reported
   */
  record Member(String name, String path, Shape shape, List<Constraint> constraints) {}

  /** The package of the service's classes. */
  String PACKAGE = "com.amazonaws.dynamodb.v20120810.";

  static Member member(String name, Shape shape, Constraint... constraints) {
    String path = Character.toLowerCase(name.charAt(0)) + name.substring(1);
    return new Member(name, path, shape, List.of(constraints));
  }

  /** A request or a structure that is a member of one. */
  static Struct struct(String name, Member... members) {
    return new Struct(name, false, List.of(members));
  }

  /** A structure within a list or map. */
  static Struct element(String name, Member... members) {
    return new Struct(name, true, List.of(members));
  }

  static Shape list(Shape element) {
    return new ListOf(element, false);
  }

  static Shape innerList(Shape element) {
    return new ListOf(element, true);
  }

  static Shape map(Shape value, String className) {
    return new MapOf(value, className, false);
  }

  /** An item or a key. */
  static Shape attributes() {
    return new MapOf(Attribute.VALUE, PACKAGE + "AttributeValue", false);
  }

  /** An item or a key within a list. */
  static Shape innerAttributes() {
    return new MapOf(Attribute.VALUE, PACKAGE + "AttributeValue", true);
  }

  /** ExpressionAttributeNames. */
  static Shape names() {
    return new MapOf(Scalar.STRING, "java.lang.String", false);
  }

  /** Whether anything below this shape has a constraint. */
  default boolean constrained() {
    if (this instanceof Struct struct) {
      return struct.members().stream()
          .anyMatch(m -> !m.constraints().isEmpty() || m.shape().constrained());
    }
    if (this instanceof ListOf list) {
      return list.element().constrained();
    }
    return this instanceof MapOf map && map.value().constrained();
  }
}
