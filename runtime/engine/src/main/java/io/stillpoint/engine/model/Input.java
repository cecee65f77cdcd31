package io.stillpoint.engine.model;

import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.validation.ConstraintCheck;
import io.stillpoint.engine.validation.Shape;
import io.stillpoint.engine.validation.TypeCheck;
import io.stillpoint.engine.validation.WholeNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The members of a request, or of a structure in one, whose JSON types were checked. */
record Input(Json.Obj object) {

  /**
   * Checks a request's types, then its constraints.
   *
   * @throws ServiceException as {@link TypeCheck} and {@link ConstraintCheck}
   */
  static Input checked(Json.Obj request, Shape.Struct shape) {
    TypeCheck.check(request, shape);
    ConstraintCheck.check(request, shape);
    return new Input(request);
  }

  static ServiceException invalid(String message) {
    return ServiceException.validation(message);
  }

  boolean has(String name) {
    return object.get(name) != null;
  }

  /** A text, or null. */
  String text(String name) {
    return object.get(name) instanceof Json.Str text ? text.value() : null;
  }

  /** A truth value, or the given one if there is none. */
  boolean truth(String name, boolean absent) {
    Json value = object.get(name);
    if (value instanceof Json.Str text) {
      return TypeCheck.truth(text.value());
    }
    return value == null ? absent : value == Json.Bool.TRUE;
  }

  /** A whole number, or null. */
  Long number(String name) {
    return object.get(name) instanceof Json.Num number ? WholeNumber.of(number) : null;
  }

  /** A count, held to the range of int; the given one if there is none. */
  int count(String name, int absent) {
    Long number = number(name);
    return number == null
        ? absent
        : (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number));
  }

  /** The constant that a text names, or the given one if there is no text. */
  <E extends Enum<E>> E constant(String name, Class<E> type, E absent) {
    String text = text(name);
    return text == null ? absent : Enum.valueOf(type, text);
  }

  TableRef table(String name) {
    return TableRef.of(text(name));
  }

  /** A list's texts, or null. */
  List<String> texts(String name) {
    if (!(object.get(name) instanceof Json.Arr array)) {
      return null;
    }
    List<String> texts = new ArrayList<>();
    for (Json element : array.elements()) {
      if (element instanceof Json.Str text) {
        texts.add(text.value());
      }
    }
    return texts;
  }

  /** A structure, or null. */
  Input struct(String name) {
    return object.get(name) instanceof Json.Obj struct ? new Input(struct) : null;
  }

  /** A list's structures; an absent list has none. */
  List<Input> list(String name) {
    List<Input> structs = new ArrayList<>();
    if (object.get(name) instanceof Json.Arr array) {
      for (Json element : array.elements()) {
        structs.add(new Input(element instanceof Json.Obj o ? o : new Json.Obj(Map.of())));
      }
    }
    return structs;
  }

  /** A map's structures, or null. */
  Map<String, Input> structs(String name) {
    return map(
        name,
        value -> new Input(value instanceof Json.Obj object ? object : new Json.Obj(Map.of())));
  }

  /** A map of texts, or null. */
  Map<String, String> names(String name) {
    return map(name, value -> value instanceof Json.Str text ? text.value() : "");
  }

  private <V> Map<String, V> map(String name, Function<Json, V> value) {
    if (!(object.get(name) instanceof Json.Obj map)) {
      return null;
    }
    Map<String, V> values = new LinkedHashMap<>();
    map.members().forEach((key, each) -> values.put(key, value.apply(each)));
    return values;
  }

  /**
   * An item or a key, or null.
   *
   * @throws InvalidValueException for the first value that the service refuses
   */
  Map<String, AttributeValue> attributes(String name) {
    return object.get(name) instanceof Json.Obj attributes
        ? AttributeValues.decodeAll(attributes)
        : null;
  }
}
