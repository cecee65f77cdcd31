package io.stillpoint.engine.expression;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.NumberRangeException;
import io.stillpoint.engine.error.ServiceException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** An operand with its placeholders in place. */
sealed interface Operand {
  /**
   * The operand's value for an item, or null if it refers to an attribute that the item lacks.
   *
   * @throws ServiceException if an operand of an update has a type that its function cannot take,
   *     or a sum cannot be stored
   */
  AttributeValue in(Map<String, AttributeValue> item);

  /** The type that the expression itself fixes, or null if the item decides. */
  default AttributeValue.Type type() {
    return null;
  }

  /** A document path. */
  record Reference(DocumentPath path) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      return path.in(item);
    }
  }

  /** A value of ExpressionAttributeValues. */
  record Constant(AttributeValue value) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      return value;
    }

    @Override
    public AttributeValue.Type type() {
      return value.type();
    }
  }

  /** {@code size(of)}. */
  record Size(Operand of) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      return Values.size(of.in(item));
    }

    @Override
    public AttributeValue.Type type() {
      return AttributeValue.Type.N;
    }
  }

  /** {@code if_not_exists(path, otherwise)}. */
  record IfNotExists(DocumentPath path, Operand otherwise) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      AttributeValue present = path.in(item);
      return present != null ? present : otherwise.in(item);
    }
  }

  /** {@code list_append(first, second)}. */
  record ListAppend(Operand first, Operand second) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      AttributeValue.L head = require(AttributeValue.L.class, first.in(item));
      AttributeValue.L tail = require(AttributeValue.L.class, second.in(item));
      if (head == null || tail == null) {
        return null;
      }
      List<AttributeValue> joined = new ArrayList<>(head.values());
      joined.addAll(tail.values());
      return new AttributeValue.L(joined);
    }
  }

  /** {@code left + right} or {@code left - right}. */
  record Arithmetic(boolean minus, Operand left, Operand right) implements Operand {
    @Override
    public AttributeValue in(Map<String, AttributeValue> item) {
      AttributeValue.N a = require(AttributeValue.N.class, left.in(item));
      AttributeValue.N b = require(AttributeValue.N.class, right.in(item));
      if (a == null || b == null) {
        return null;
      }
      return sum(a, minus ? b.value().negate() : b.value());
    }
  }

  /**
   * The sum of two numbers.
   *
   * @throws ServiceException if it cannot be stored; the service calls a sum of more than 38 digits
   *     an overflow too
   */
  static AttributeValue sum(AttributeValue.N a, BigDecimal b) {
    try {
      return new AttributeValue.N(a.value().add(b));
    } catch (NumberRangeException e) {
      throw ServiceException.validation(
          e.reason() == NumberRangeException.Reason.UNDERFLOW
              ? "Number underflow. Attempting to store a number with magnitude smaller than"
                  + " supported range"
              : "Number overflow. Attempting to store a number with magnitude larger than"
                  + " supported range");
    }
  }

  /** The value as its one allowed type, or null if it is missing. */
  private static <T extends AttributeValue> T require(Class<T> type, AttributeValue value) {
    if (value != null && !type.isInstance(value)) {
      throw incorrectType();
    }
    return type.cast(value);
  }

  /** The refusal of an update that meets an attribute of a type that it cannot work with. */
  static ServiceException incorrectType() {
    return ServiceException.validation(
        "An operand in the update expression has an incorrect data type");
  }
}
