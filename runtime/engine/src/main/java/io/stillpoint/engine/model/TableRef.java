package io.stillpoint.engine.model;

import io.stillpoint.engine.validation.TableNames;
import java.util.Objects;
import java.util.regex.Matcher;

/**
 * The table that a request names.
 *
 * @param requested the text as it was sent: a name or an ARN; what answers that are keyed by table
 *     repeat
 * @param name the table's name
 * @param region the ARN's region, or null where a name was sent
 * @param account the ARN's account, or null where a name was sent; a table of another account than
 *     the caller's is not found
 */
public record TableRef(String requested, String name, String region, String account) {
  public TableRef {
    Objects.requireNonNull(requested, "requested");
    Objects.requireNonNull(name, "name");
  }

  /** A name or an ARN that validation has passed. */
  public static TableRef of(String requested) {
    Matcher arn = TableNames.arn(requested);
    return arn == null
        ? new TableRef(requested, requested, null, null)
        : new TableRef(requested, arn.group(3), arn.group(1), arn.group(2));
  }
}
