package io.stillpoint.engine.request;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;

/**
 * One request, after transport and authentication.
 *
 * @param account the account whose tables it may see; {@value #DEFAULT_ACCOUNT} until keys exist
 * @param operation the operation's name as the client sent it after {@code DynamoDB_20120810.},
 *     possibly unknown
 * @param body the JSON body, possibly malformed
 * @param id the request id that the client will see, for logs
 */
public record Request(String account, String operation, Bytes body, String id) {
  /** The account that every request has until access keys are configured (DDB-10). */
  public static final String DEFAULT_ACCOUNT = "000000000000";

  public Request {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(body, "body");
    Objects.requireNonNull(id, "id");
  }
}
