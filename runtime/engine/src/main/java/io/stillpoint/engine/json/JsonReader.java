package io.stillpoint.engine.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.item.Strings;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a request body. Work and stack are bounded by the body's length and {@link #MAX_DEPTH}.
 *
 * <p>What is no JSON object gets a SerializationException without a message, as from the service;
 * so do malformed UTF-8, lone surrogates and a name that occurs twice in an object, which would
 * leave two readings of one request.
 */
public final class JsonReader {
  /**
   * The most arrays and objects that may enclose a value. The deepest item that the service takes
   * has 32 levels, each of two objects, within at most eight levels of a request.
   */
  public static final int MAX_DEPTH = 96;

  /** The service's words for values that nest deeper than its 32 levels. */
  public static final String TOO_DEEP =
      "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
          + " beyond supported limit";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          // Names come from clients: interning them would fill a table that is never emptied.
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;

  private JsonReader(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads a body that must be one JSON object.
   *
   * @throws ServiceException SerializationException if it is not; ValidationException {@link
   *     #TOO_DEEP} if it nests deeper than {@link #MAX_DEPTH}
   */
  public static Json.Obj parse(Bytes body) {
    try (JsonParser parser = open(body)) {
      JsonReader reader = new JsonReader(parser);
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw malformed();
      }
      Json.Obj root = reader.object(1);
      if (parser.nextToken() != null) {
        throw malformed();
      }
      return root;
    } catch (IOException e) {
      throw malformed();
    }
  }

  /**
   * A parser that cannot mistake the encoding: Jackson guesses UTF-16 from zero bytes and takes
   * overlong UTF-8, so neither reaches it.
   */
  private static JsonParser open(Bytes body) throws IOException {
    boolean ascii = true;
    for (byte b : body.array()) {
      if (b == 0) {
        throw malformed();
      }
      ascii &= b > 0;
    }
    if (ascii) {
      // From text: given bytes, Jackson would guess again and set up a stream decoder.
      return FACTORY.createParser(new String(body.array(), StandardCharsets.ISO_8859_1));
    }
    try {
      return FACTORY.createParser(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body.array())).toString());
    } catch (CharacterCodingException e) {
      throw malformed();
    }
  }

  private static ServiceException malformed() {
    return new ServiceException(ErrorType.SERIALIZATION, "");
  }

  private Json.Obj object(int depth) throws IOException {
    Map<String, Json> members = new LinkedHashMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = wellFormed(parser.currentName());
      if (members.put(name, value(parser.nextToken(), depth)) != null) {
        throw malformed();
      }
    }
    return new Json.Obj(Collections.unmodifiableMap(members));
  }

  private Json.Arr array(int depth) throws IOException {
    List<Json> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      elements.add(value(token, depth));
    }
    return new Json.Arr(Collections.unmodifiableList(elements));
  }

  private Json value(JsonToken token, int depth) throws IOException {
    return switch (token) {
      case VALUE_STRING -> new Json.Str(wellFormed(parser.getText()));
      case VALUE_NUMBER_INT -> new Json.Num(parser.getText(), true);
      case VALUE_NUMBER_FLOAT -> new Json.Num(parser.getText(), false);
      case VALUE_TRUE -> Json.Bool.TRUE;
      case VALUE_FALSE -> Json.Bool.FALSE;
      case VALUE_NULL -> Json.Null.INSTANCE;
      case START_OBJECT -> object(deeper(depth));
      case START_ARRAY -> array(deeper(depth));
      default -> throw malformed();
    };
  }

  private static int deeper(int depth) {
    if (depth == MAX_DEPTH) {
      throw ServiceException.validation(TOO_DEEP);
    }
    return depth + 1;
  }

  private static String wellFormed(String text) {
    if (!Strings.wellFormed(text)) {
      throw malformed();
    }
    return text;
  }
}
