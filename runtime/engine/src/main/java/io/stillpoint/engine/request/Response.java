package io.stillpoint.engine.request;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;

/**
 * One response: the HTTP status and the JSON body, an error's included ({@code __type} and {@code
 * message} are in the body).
 *
 * @param status 200, 400, 500 or 503
 * @param body a JSON object
 */
public record Response(int status, Bytes body) {
  public Response {
    Objects.requireNonNull(body, "body");
  }
}
