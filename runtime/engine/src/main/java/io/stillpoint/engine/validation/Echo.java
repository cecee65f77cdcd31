package io.stillpoint.engine.validation;

import io.stillpoint.engine.json.Json;
import java.util.Map;

/**
 * A member's value as the service shows it in an error: texts as they are, lists in brackets,
 * structures as {@code KeySchemaElement(attributeName=pk, keyType=HASH)}. Long values are cut, so
 * that an answer is never as large as the request.
 */
final class Echo {
  private static final int LONGEST = 4096;

  private final StringBuilder text = new StringBuilder();

  private Echo() {}

  static String of(Json value, Shape shape) {
    Echo echo = new Echo();
    echo.append(value, shape);
    return echo.text.length() <= LONGEST
        ? echo.text.toString()
        : echo.text.substring(0, LONGEST) + "…";
  }

  private void append(Json value, Shape shape) {
    if (text.length() > LONGEST) {
      return;
    }
    if (value instanceof Json.Str string) {
      text.append(string.value());
    } else if (value instanceof Json.Num number) {
      Long whole = WholeNumber.of(number);
      text.append(whole == null ? number.text() : whole.toString());
    } else if (value instanceof Json.Arr array) {
      Shape element = shape instanceof Shape.ListOf list ? list.element() : Shape.Any.ANY;
      String separator = "[";
      for (Json each : array.elements()) {
        text.append(separator);
        append(each, element);
        separator = ", ";
      }
      text.append(array.elements().isEmpty() ? "[]" : "]");
    } else if (value instanceof Json.Obj object) {
      if (shape instanceof Shape.Struct struct) {
        structure(object, struct);
      } else {
        map(object, shape instanceof Shape.MapOf map ? map.value() : Shape.Any.ANY);
      }
    } else {
      text.append(value == Json.Null.INSTANCE ? "null" : value == Json.Bool.TRUE);
    }
  }

  private void structure(Json.Obj object, Shape.Struct shape) {
    text.append(shape.name()).append('(');
    String separator = "";
    for (Shape.Member member : shape.members()) {
      Json value = object.get(member.name());
      if (value != null) {
        text.append(separator).append(member.path()).append('=');
        append(value, member.shape());
        separator = ", ";
      }
    }
    text.append(')');
  }

  private void map(Json.Obj object, Shape value) {
    text.append('{');
    String separator = "";
    for (Map.Entry<String, Json> entry : object.members().entrySet()) {
      text.append(separator).append(entry.getKey()).append('=');
      append(entry.getValue(), value);
      separator = ", ";
    }
    text.append('}');
  }
}
