package io.stillpoint.api.item;

import io.stillpoint.api.bytes.Bytes;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One DynamoDB attribute value, of exactly one of the ten types of the DynamoDB data model (Amazon
 * DynamoDB API Reference, {@code AttributeValue}).
 *
 * <p>Values are immutable and safe to share between threads. Collections keep the order in which
 * they were given; {@link CanonicalJson} sorts sets and map names when it writes. Two values are
 * equal when DynamoDB's {@code =} would say so: numbers by value, sets whatever their order.
 */
public sealed interface AttributeValue {

  /** The type's descriptor in DynamoDB JSON: {@code "S"}, {@code "N"}, … */
  Type type();

  /** The ten types, named as in DynamoDB JSON. */
  enum Type {
    S,
    N,
    B,
    BOOL,
    NULL,
    SS,
    NS,
    BS,
    M,
    L
  }

  /** A string. May be empty, may hold U+0000, never holds a lone surrogate. */
  record S(String value) implements AttributeValue {
    public S {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public Type type() {
      return Type.S;
    }
  }

  /**
   * A number of at most 38 significant digits, zero or of magnitude 1E-130 to 9.99…E125, held
   * without trailing zeros; build it with {@link Numbers#parse} so that the bounds are checked.
   */
  record N(BigDecimal value) implements AttributeValue {
    public N {
      value = Numbers.normalise(value);
    }

    @Override
    public Type type() {
      return Type.N;
    }
  }

  /** Bytes, ordered unsigned. May be empty. */
  record B(Bytes value) implements AttributeValue {
    public B {
      Objects.requireNonNull(value, "value");
    }

    @Override
    public Type type() {
      return Type.B;
    }
  }

  /** A truth value. */
  record Bool(boolean value) implements AttributeValue {
    @Override
    public Type type() {
      return Type.BOOL;
    }
  }

  /** The null value. There is one. */
  enum Null implements AttributeValue {
    INSTANCE;

    @Override
    public Type type() {
      return Type.NULL;
    }
  }

  /** A set of strings: not empty, no duplicates. */
  record SS(List<String> values) implements AttributeValue {
    public SS {
      values = List.copyOf(values);
    }

    @Override
    public Type type() {
      return Type.SS;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof SS o && Sets.equal(values, o.values);
    }

    @Override
    public int hashCode() {
      return Sets.hash(values);
    }
  }

  /** A set of numbers: not empty, no duplicates by value. */
  record NS(List<BigDecimal> values) implements AttributeValue {
    public NS {
      values = values.stream().map(Numbers::normalise).toList();
    }

    @Override
    public Type type() {
      return Type.NS;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof NS o && Sets.equal(values, o.values);
    }

    @Override
    public int hashCode() {
      return Sets.hash(values);
    }
  }

  /** A set of byte strings: not empty, no duplicates. */
  record BS(List<Bytes> values) implements AttributeValue {
    public BS {
      values = List.copyOf(values);
    }

    @Override
    public Type type() {
      return Type.BS;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof BS o && Sets.equal(values, o.values);
    }

    @Override
    public int hashCode() {
      return Sets.hash(values);
    }
  }

  /** A map. Keeps the given order; names may be empty strings. */
  record M(Map<String, AttributeValue> values) implements AttributeValue {
    public M {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public Type type() {
      return Type.M;
    }
  }

  /** A list. */
  record L(List<AttributeValue> values) implements AttributeValue {
    public L {
      values = List.copyOf(values);
    }

    @Override
    public Type type() {
      return Type.L;
    }
  }

  static AttributeValue s(String value) {
    return new S(value);
  }

  /** A number from DynamoDB's text form; see {@link Numbers#parse} for what it refuses. */
  static AttributeValue n(String text) {
    return new N(Numbers.parse(text));
  }

  static AttributeValue n(long value) {
    return new N(BigDecimal.valueOf(value));
  }

  static AttributeValue b(Bytes value) {
    return new B(value);
  }

  static AttributeValue bool(boolean value) {
    return new Bool(value);
  }
}
