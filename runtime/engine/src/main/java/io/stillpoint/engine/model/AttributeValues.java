package io.stillpoint.engine.model;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.NumberRangeException;
import io.stillpoint.api.item.Numbers;
import io.stillpoint.api.item.Strings;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonReader;
import io.stillpoint.engine.validation.TypeCheck;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decodes attribute values whose JSON types were checked, with the service's rules for values:
 * exactly one datatype, numbers within bounds, sets neither empty nor with duplicates (DDB-8), at
 * most {@value #MAX_LEVELS} levels.
 */
final class AttributeValues {
  /** The levels of a value, the innermost scalar included. */
  private static final int MAX_LEVELS = 32;

  /** The most bytes of an attribute's name. */
  private static final int MAX_NAME = 65_535;

  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final String NOT_NUMERIC = "The parameter cannot be converted to a numeric value";
  private static final String EMPTY =
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
  private static final String SEVERAL =
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the"
          + " supported datatypes";

  private AttributeValues() {}

  /**
   * An item's or a key's attributes.
   *
   * @throws InvalidValueException for the first value that the service refuses
   */
  static Map<String, AttributeValue> decodeAll(Json.Obj attributes) {
    return members(attributes, 1);
  }

  /**
   * One value.
   *
   * @throws InvalidValueException if the service refuses it
   */
  static AttributeValue decode(Json.Obj value) {
    return decode(value, 1);
  }

  private static Map<String, AttributeValue> members(Json.Obj object, int level) {
    Map<String, AttributeValue> members = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      checkName(member.getKey(), level == 1);
      members.put(member.getKey(), element(member.getValue(), level));
    }
    return members;
  }

  /**
   * An attribute's name has 1 to 65,535 bytes (Developer Guide, "Naming rules"); a map's keys are
   * bounded above only.
   */
  static void checkName(String name, boolean attribute) {
    if (attribute && name.isEmpty()) {
      throw InvalidValueException.bare(INVALID + "The name of an attribute may not be empty");
    }
    if (name.length() > MAX_NAME / 3 && Strings.utf8Length(name) > MAX_NAME) {
      throw InvalidValueException.bare(
          "Attribute name is too large, must be less than " + (MAX_NAME + 1) + " bytes");
    }
  }

  private static AttributeValue element(Json value, int level) {
    if (!(value instanceof Json.Obj object)) {
      throw new InvalidValueException(EMPTY);
    }
    return decode(object, level);
  }

  private static AttributeValue decode(Json.Obj object, int level) {
    if (level > MAX_LEVELS) {
      throw InvalidValueException.bare(JsonReader.TOO_DEEP);
    }
    AttributeValue value = null;
    int datatypes = 0;
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      if (member.getValue() != Json.Null.INSTANCE) {
        AttributeValue next = datatype(member.getKey(), member.getValue(), level);
        if (next != null) {
          value = next;
          datatypes++;
        }
      }
    }
    if (datatypes != 1) {
      throw new InvalidValueException(datatypes == 0 ? EMPTY : SEVERAL);
    }
    return value;
  }

  /** The value of one member, or null if its name is no datatype. */
  private static AttributeValue datatype(String type, Json json, int level) {
    return switch (type) {
      case "S" -> new AttributeValue.S(text(json));
      case "N" -> new AttributeValue.N(number(text(json)));
      case "B" -> new AttributeValue.B(bytes(json));
      case "BOOL" -> new AttributeValue.Bool(truth(json));
      case "NULL" -> {
        if (!truth(json)) {
          throw new InvalidValueException(
              INVALID + "Null attribute value types must have the value of true");
        }
        yield AttributeValue.Null.INSTANCE;
      }
      case "SS" -> strings(texts(json));
      case "NS" -> numbers(texts(json));
      case "BS" -> binaries(texts(json));
      case "M" -> new AttributeValue.M(members((Json.Obj) json, level + 1));
      case "L" -> {
        List<AttributeValue> elements = new ArrayList<>();
        for (Json element : ((Json.Arr) json).elements()) {
          elements.add(element(element, level + 1));
        }
        yield new AttributeValue.L(elements);
      }
      default -> null;
    };
  }

  private static AttributeValue strings(List<String> elements) {
    notEmpty(elements, "An string set  may not be empty");
    if (new HashSet<>(elements).size() < elements.size()) {
      throw new InvalidValueException(
          INVALID + "Input collection " + elements + " contains duplicates.");
    }
    return new AttributeValue.SS(elements);
  }

  private static AttributeValue numbers(List<String> elements) {
    notEmpty(elements, "An number set  may not be empty");
    List<BigDecimal> numbers = elements.stream().map(AttributeValues::number).toList();
    if (new HashSet<>(numbers).size() < numbers.size()) {
      throw new InvalidValueException("Input collection contains duplicates");
    }
    return new AttributeValue.NS(numbers);
  }

  private static AttributeValue binaries(List<String> elements) {
    notEmpty(elements, "Binary sets should not be empty");
    if (new HashSet<>(elements).size() < elements.size()) {
      throw new InvalidValueException(
          INVALID + "Input collection " + elements + "of type BS contains duplicates.");
    }
    return new AttributeValue.BS(
        elements.stream().map(text -> Bytes.wrap(Base64.getDecoder().decode(text))).toList());
  }

  private static void notEmpty(List<String> elements, String message) {
    if (elements.isEmpty()) {
      throw new InvalidValueException(INVALID + message);
    }
  }

  private static BigDecimal number(String text) {
    if (text.isEmpty()) {
      throw new InvalidValueException(NOT_NUMERIC);
    }
    try {
      return Numbers.parse(text);
    } catch (NumberFormatException e) {
      throw new InvalidValueException(NOT_NUMERIC + ": " + text);
    } catch (NumberRangeException e) {
      throw new InvalidValueException(
          switch (e.reason()) {
            case OVERFLOW ->
                "Number overflow. Attempting to store a number with magnitude larger than supported"
                    + " range";
            case UNDERFLOW ->
                "Number underflow. Attempting to store a number with magnitude smaller than"
                    + " supported range";
            case PRECISION -> "Attempting to store more than 38 significant digits in a Number";
          });
    }
  }

  private static String text(Json json) {
    return ((Json.Str) json).value();
  }

  /** A list's texts; the service takes a null element for no value at all. */
  private static List<String> texts(Json json) {
    List<String> texts = new ArrayList<>();
    for (Json element : ((Json.Arr) json).elements()) {
      if (!(element instanceof Json.Str text)) {
        throw new InvalidValueException(INVALID + "An element of a set may not be null");
      }
      texts.add(text.value());
    }
    return texts;
  }

  private static Bytes bytes(Json json) {
    return Bytes.wrap(Base64.getDecoder().decode(text(json)));
  }

  private static boolean truth(Json json) {
    return json instanceof Json.Str text ? TypeCheck.truth(text.value()) : json == Json.Bool.TRUE;
  }
}
