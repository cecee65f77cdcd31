package io.stillpoint.engine.validation;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names and ARNs of tables: wherever the service takes a table's name, it takes its ARN too. */
public final class TableNames {
  /** Groups: region, account, name. */
  private static final Pattern ARN =
      Pattern.compile(
          "arn:aws[a-z-]*:dynamodb:([a-z0-9-]+):([0-9]{12}):table/([a-zA-Z0-9_.-]{3,255})");

  private TableNames() {}

  /** Whether a text is a table's ARN. */
  public static boolean isArn(String text) {
    return text.startsWith("arn:") && ARN.matcher(text).matches();
  }

  /**
   * The parts of an ARN, as groups 1 to 3: region, account, name.
   *
   * @return null if the text is no table's ARN
   */
  public static Matcher arn(String text) {
    Matcher matcher = ARN.matcher(text);
    return matcher.matches() ? matcher : null;
  }
}
