package io.stillpoint.engine.validation;

import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.Json;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Holds a request's JSON against its shape, before anything else is checked. Members that the shape
 * does not know are ignored, null stands for absence, as with the service.
 */
public final class TypeCheck {
  private static final Map<String, Shape> ATTRIBUTE_TYPES =
      Map.of(
          "S",
          Shape.Scalar.STRING,
          "N",
          Shape.Scalar.STRING,
          "B",
          Shape.Scalar.BLOB,
          "BOOL",
          Shape.Scalar.BOOLEAN,
          "NULL",
          Shape.Scalar.BOOLEAN,
          "SS",
          Shape.list(Shape.Scalar.STRING),
          "NS",
          Shape.list(Shape.Scalar.STRING),
          "BS",
          Shape.list(Shape.Scalar.BLOB),
          "M",
          Shape.attributes(),
          "L",
          Shape.list(Shape.Attribute.VALUE));

  private static final String STRUCTURE = "Start of structure or map found where not expected";
  private static final String FIELD = "Unexpected field type";

  /** What the service's Java says of a scalar where it expects a collection in a collection. */
  private static final String INNER =
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class"
          + " java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and"
          + " java.lang.Class are in module java.base of loader 'bootstrap')";

  private TypeCheck() {}

  /**
   * Checks a request's members.
   *
   * @throws ServiceException SerializationException for the first member of another type
   */
  public static void check(Json.Obj request, Shape.Struct shape) {
    for (Shape.Member member : shape.members()) {
      check(request.get(member.name()), member.shape());
    }
  }

  private static void check(Json json, Shape shape) {
    if (json == null || json == Json.Null.INSTANCE || shape instanceof Shape.Any) {
      return;
    }
    if (shape instanceof Shape.Scalar scalar) {
      scalar(json, scalar);
    } else if (shape instanceof Shape.Attribute) {
      attribute(json);
    } else if (shape instanceof Shape.ListOf list) {
      list(json, list);
    } else if (shape instanceof Shape.MapOf map) {
      map(json, map);
    } else if (shape instanceof Shape.Struct struct) {
      check(
          object(
              json,
              struct.inCollection() ? "Unexpected value type in payload" : FIELD,
              () -> "class " + struct.className()),
          struct);
    }
  }

  private static void attribute(Json json) {
    Json.Obj value =
        object(
            json,
            "Unexpected value type in payload",
            () -> "class " + Shape.PACKAGE + "AttributeValue");
    for (Map.Entry<String, Json> member : value.members().entrySet()) {
      Shape shape = ATTRIBUTE_TYPES.get(member.getKey());
      if (shape != null) {
        check(member.getValue(), shape);
      }
    }
  }

  private static void list(Json json, Shape.ListOf shape) {
    if (json instanceof Json.Arr array) {
      for (Json element : array.elements()) {
        check(element, shape.element());
      }
    } else if (json instanceof Json.Obj) {
      throw refused(STRUCTURE);
    } else {
      throw refused(shape.inner() ? INNER : FIELD);
    }
  }

  private static void map(Json json, Shape.MapOf shape) {
    Json.Obj map =
        object(
            json,
            shape.inner() ? INNER : FIELD,
            () -> "java.util.Map<java.lang.String, " + shape.className() + ">");
    for (Json value : map.members().values()) {
      check(value, shape.value());
    }
  }

  private static Json.Obj object(Json json, String scalarText, Supplier<String> type) {
    if (json instanceof Json.Obj object) {
      return object;
    }
    if (json instanceof Json.Arr) {
      throw refused("Unrecognized collection type " + type.get());
    }
    throw refused(scalarText);
  }

  private static void scalar(Json json, Shape.Scalar shape) {
    if (json instanceof Json.Obj) {
      throw refused(STRUCTURE);
    }
    if (json instanceof Json.Arr) {
      throw refused(
          "Unrecognized collection type class "
              + (shape == Shape.Scalar.BLOB
                  ? "java.nio.ByteBuffer"
                  : "java.lang." + shape.className()));
    }
    switch (shape) {
      case STRING -> {
        if (!(json instanceof Json.Str)) {
          throw notConvertible(json, shape);
        }
      }
      case BOOLEAN -> {
        if (json instanceof Json.Num) {
          throw notConvertible(json, shape);
        }
        if (json instanceof Json.Str text && truth(text.value()) == null) {
          throw refused("Unexpected token received from parser");
        }
      }
      case INTEGER, LONG -> {
        if (!(json instanceof Json.Num number)) {
          throw notConvertible(json, shape);
        }
        if (WholeNumber.of(number) == null) {
          throw notConvertible(json, shape);
        }
      }
      case BLOB -> blob(json);
    }
  }

  /** The truth value that the service takes a text for, or null. */
  public static Boolean truth(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (List.of("TRUE", "1", "YES").contains(upper)) {
      return true;
    }
    return List.of("FALSE", "0", "NO").contains(upper) ? Boolean.FALSE : null;
  }

  private static void blob(Json json) {
    if (!(json instanceof Json.Str text)) {
      throw refused("only base-64-encoded strings are convertible to bytes");
    }
    String base64 = text.value();
    if (base64.length() % 4 != 0) {
      throw refused(
          "Base64 encoded length is expected a multiple of 4 bytes but found: " + base64.length());
    }
    boolean canonical;
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      // Only the last four characters can have stray bits.
      int from = bytes.length == 0 ? 0 : (bytes.length - 1) / 3 * 3;
      byte[] tail = Arrays.copyOfRange(bytes, from, bytes.length);
      canonical = base64.endsWith(Base64.getEncoder().encodeToString(tail));
    } catch (IllegalArgumentException e) {
      canonical = false;
    }
    if (!canonical) {
      throw refused("Invalid last non-pad Base64 character dectected");
    }
  }

  private static ServiceException notConvertible(Json json, Shape.Scalar shape) {
    String token;
    if (json instanceof Json.Num number) {
      token = number.integral() ? "NUMBER_VALUE" : "DECIMAL_VALUE";
    } else if (json instanceof Json.Str) {
      token = "STRING_VALUE";
    } else {
      token = json == Json.Bool.TRUE ? "TRUE_VALUE" : "FALSE_VALUE";
    }
    return refused(token + " cannot be converted to " + shape.className());
  }

  private static ServiceException refused(String message) {
    return new ServiceException(ErrorType.SERIALIZATION, message);
  }
}
