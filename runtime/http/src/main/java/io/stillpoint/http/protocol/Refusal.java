package io.stillpoint.http.protocol;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.engine.request.Response;

/**
 * An answer that the engine has no part in.
 *
 * @param response status and body
 * @param type the body's content type
 * @param close whether the connection ends with it, because what follows cannot be understood or
 *     will not be read
 */
public record Refusal(Response response, MediaType type, boolean close) {
  private static final String DYNAMODB = "com.amazonaws.dynamodb.v20120810#";
  private static final String CORAL = "com.amazon.coral.service#";

  /** As the service answers what is no POST of JSON; the line feed is the service's. */
  private static final Bytes UNKNOWN_OPERATION = Bytes.utf8("<UnknownOperationException/>\n");

  /** The service's answer to what is no API request at all: a 404 in XML. */
  public static Refusal notAnApiRequest() {
    return new Refusal(new Response(404, UNKNOWN_OPERATION), MediaType.NONE, false);
  }

  /** The service's answer to a target that names no version and operation: it has no message. */
  public static Refusal unknownOperation(MediaType type) {
    Bytes body = Bytes.utf8("{\"__type\":\"" + CORAL + "UnknownOperationException\"}");
    return new Refusal(new Response(400, body), type, false);
  }

  /** The health answer of GET /; the trailing space is the service's. */
  public static Refusal healthy(String region) {
    Bytes body = Bytes.utf8("healthy: dynamodb." + region + ".amazonaws.com ");
    return new Refusal(new Response(200, body), MediaType.NONE, false);
  }

  /** A body over the limit: 413 with no content, as the service does; the rest is not read. */
  public static Refusal tooLarge() {
    return new Refusal(new Response(413, Bytes.EMPTY), MediaType.NONE, true);
  }

  /** A refusal of HEAD, whose answer may have no body. */
  public static Refusal withoutBody() {
    return new Refusal(new Response(404, Bytes.EMPTY), MediaType.NONE, false);
  }

  /** Surely not applied; the client may send it again. */
  public static Refusal unavailable(MediaType type, String message) {
    return json(503, DYNAMODB + "ServiceUnavailable", message, type, false);
  }

  /** Possibly applied. */
  public static Refusal internal(MediaType type, String message) {
    return json(500, DYNAMODB + "InternalServerError", message, type, false);
  }

  /** The Host header is none of ours. */
  public static Refusal forbidden(String message) {
    return json(403, CORAL + "AccessDeniedException", message, MediaType.JSON_1_0, false);
  }

  /** The body is not something that can be read as JSON text. */
  public static Refusal serialization(MediaType type, String message) {
    return json(400, CORAL + "SerializationException", message, type, false);
  }

  /** What is not HTTP/1.x, or breaks its rules or our bounds on it: the connection ends. */
  public static Refusal badHttp(int status, String message) {
    return json(status, CORAL + "SerializationException", message, MediaType.JSON_1_0, true);
  }

  private static Refusal json(
      int status, String errorType, String message, MediaType type, boolean close) {
    StringBuilder text = new StringBuilder(96 + message.length());
    text.append("{\"__type\":\"").append(errorType).append("\",\"message\":\"");
    for (int i = 0; i < message.length(); i++) {
      char c = message.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c >= ' ' && c <= '~') {
        text.append(c);
      } else {
        text.append(String.format("\\u%04x", (int) c));
      }
    }
    return new Refusal(
        new Response(status, Bytes.utf8(text.append("\"}").toString())), type, close);
  }
}
