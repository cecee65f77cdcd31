package io.stillpoint.engine.expression;

import io.stillpoint.engine.error.ServiceException;
import java.util.List;

/** The tokens of one expression and how far the parser has come, with the limits it must keep. */
final class TokenStream {
  /** The longest expression, in bytes (Developer Guide, "Quotas": expression parameters). */
  private static final int MAX_BYTES = 4096;

  /** The most operators in one expression (same page). */
  private static final int MAX_OPERATORS = 300;

  /**
   * How deep parentheses may nest, so that no text can overflow the stack: this much fits in half a
   * megabyte of it. The bound is ours. The service is known to take 149 levels, and its limit on
   * operators leaves only chains such as {@code NOT (NOT (…))} to go deeper.
   */
  private static final int MAX_DEPTH = 160;

  private final ExpressionKind kind;
  private final String text;
  private final List<Token> tokens;
  private int position;
  private int operators;
  private int depth;

  /** Starts on a text, or refuses it for its size. */
  TokenStream(ExpressionKind kind, String text) {
    this.kind = kind;
    this.text = text;
    if (text.chars().allMatch(c -> Lexer.isSpace((char) c))) {
      throw kind.invalid("The expression can not be empty;");
    }
    int size = utf8Length(text);
    if (size > MAX_BYTES) {
      throw kind.invalid(
          "Expression size has exceeded the maximum allowed size; expression size: " + size);
    }
    this.tokens = Lexer.tokens(text);
  }

  private static int utf8Length(String text) {
    return text.codePoints().map(c -> c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4).sum();
  }

  Token peek() {
    return tokens.get(position);
  }

  /** The token after the next. */
  Token peekSecond() {
    return tokens.get(Math.min(position + 1, tokens.size() - 1));
  }

  int position() {
    return position;
  }

  Token next() {
    Token token = peek();
    if (token.type() != Token.Type.END) {
      position++;
    }
    return token;
  }

  /** Takes the next token if it is this keyword or symbol. */
  boolean accept(String keywordOrSymbol) {
    boolean found = peek().is(keywordOrSymbol);
    if (found) {
      position++;
    }
    return found;
  }

  void expect(String symbol) {
    if (!accept(symbol)) {
      throw syntaxError();
    }
  }

  Token expect(Token.Type type) {
    if (peek().type() != type) {
      throw syntaxError();
    }
    return next();
  }

  /** The refusal of the next token, with the tokens around it as they were written. */
  ServiceException syntaxError() {
    Token token = peek();
    int from = position > 0 ? tokens.get(position - 1).start() : token.start();
    int to = peekSecond().end();
    return kind.invalid(
        "Syntax error; token: \""
            + token.text()
            + "\", near: \""
            + text.substring(from, to).stripTrailing()
            + "\"");
  }

  /** Counts one operator against the limit. */
  void countOperator() {
    operators++;
    if (operators > MAX_OPERATORS) {
      throw kind.invalid(
          "The expression contains too many operators; operator count: " + operators);
    }
  }

  /** Enters one more pair of parentheses; {@link #leave} must follow unless the parse fails. */
  void enter() {
    depth++;
    if (depth > MAX_DEPTH) {
      boolean nested = position > 1 && tokens.get(position - 2).is("(");
      throw nested ? redundantParentheses() : tooDeep();
    }
  }

  void leave() {
    depth--;
  }

  ServiceException redundantParentheses() {
    return kind.invalid("The expression has redundant parentheses;");
  }

  private ServiceException tooDeep() {
    return kind.invalid(
        "The expression nests too deeply; levels of parentheses supported: " + MAX_DEPTH);
  }
}
