package io.stillpoint.console.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.OptionalLong;

/** JSON text for programs, and tables for people made of JSON that somebody else wrote. */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** Writes the fields of one row; start and end of its object are written for it. */
  @FunctionalInterface
  public interface Fields<R> {
    void write(JsonGenerator json, R row) throws IOException;
  }

  /** One line: an array with an object for each row. */
  public static <R> String array(List<R> rows, Fields<R> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartArray();
      for (R row : rows) {
        json.writeStartObject();
        fields.write(json, row);
        json.writeEndObject();
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** One line: one object. */
  public static <R> String object(R row, Fields<R> fields) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json, row);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  /** A number, or null where it is not known. */
  public static void number(JsonGenerator json, String field, OptionalLong number)
      throws IOException {
    json.writeFieldName(field);
    if (number.isPresent()) {
      json.writeNumber(number.getAsLong());
    } else {
      json.writeNull();
    }
  }

  /**
   * Every scalar of a JSON text as one row of path and value, for example {@code
   * KeySchema[0].AttributeName Artist}.
   *
   * @param dropped a prefix that is left out of every path that has it
   * @throws IllegalArgumentException if the text is not JSON
   */
  public static String toTable(String text, String dropped) {
    TextTable table = new TextTable("FIELD", "VALUE");
    try (JsonParser parser = FACTORY.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          // The pointer /a/0/b reads as a[0].b in what operators know from AWS's own tools.
          String path =
              parser
                  .getParsingContext()
                  .pathAsPointer()
                  .toString()
                  .substring(1)
                  .replaceAll("/(\\d+)(?=/|$)", "[$1]")
                  .replace('/', '.');
          table.row(
              path.startsWith(dropped) ? path.substring(dropped.length()) : path, parser.getText());
        }
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("not JSON: " + e.getMessage(), e);
    }
    return table.toString();
  }
}
