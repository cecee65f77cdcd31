package io.stillpoint.engine.expression;

/**
 * One token of an expression.
 *
 * @param text the characters as written, {@code <EOF>} at the end
 * @param start where they start in the expression
 * @param end where they end
 */
record Token(Type type, String text, int start, int end) {
  enum Type {
    /** A name: a letter, then letters, digits and underscores. */
    NAME,
    /** One of the language's own words, in whatever case. */
    KEYWORD,
    NAME_PLACEHOLDER,
    VALUE_PLACEHOLDER,
    INTEGER,
    /** A comparator, parenthesis, bracket, comma, dot, plus or minus. */
    SYMBOL,
    /** A character that no expression may hold. */
    UNKNOWN,
    END
  }

  /** Whether this is a keyword, given in upper case, or a symbol. */
  boolean is(String keywordOrSymbol) {
    return switch (type) {
      case KEYWORD -> text.equalsIgnoreCase(keywordOrSymbol);
      case SYMBOL -> text.equals(keywordOrSymbol);
      default -> false;
    };
  }
}
