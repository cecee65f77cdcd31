package io.stillpoint.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Splits an expression into tokens. Refuses nothing: the parser does, where it stumbles. */
final class Lexer {
  /** Reserved by the grammar itself, in every kind of expression. */
  private static final Set<String> KEYWORDS =
      Set.of("SET", "REMOVE", "ADD", "DELETE", "AND", "OR", "NOT", "BETWEEN", "IN");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private int at;

  private Lexer(String text) {
    this.text = text;
  }

  /** The tokens of a text, the last of which is {@link Token.Type#END}. */
  static List<Token> tokens(String text) {
    return new Lexer(text).run();
  }

  private List<Token> run() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (isSpace(c)) {
        at++;
      } else {
        next(c);
      }
    }
    tokens.add(new Token(Token.Type.END, "<EOF>", at, at));
    return tokens;
  }

  private void next(char c) {
    int start = at;
    if (isLetter(c)) {
      skipWord();
      boolean keyword = KEYWORDS.contains(text.substring(start, at).toUpperCase(Locale.ROOT));
      add(keyword ? Token.Type.KEYWORD : Token.Type.NAME, start);
    } else if (c == '#' || c == ':') {
      at++;
      skipWord();
      if (at == start + 1) {
        add(Token.Type.UNKNOWN, start);
      } else {
        add(c == '#' ? Token.Type.NAME_PLACEHOLDER : Token.Type.VALUE_PLACEHOLDER, start);
      }
    } else if (isDigit(c)) {
      at++;
      while (c != '0' && at < text.length() && isDigit(text.charAt(at))) {
        at++;
      }
      add(Token.Type.INTEGER, start);
    } else if (text.startsWith("<>", at)
        || text.startsWith("<=", at)
        || text.startsWith(">=", at)) {
      at += 2;
      add(Token.Type.SYMBOL, start);
    } else {
      at += Character.charCount(text.codePointAt(at));
      add("=<>()[],.+-".indexOf(c) >= 0 ? Token.Type.SYMBOL : Token.Type.UNKNOWN, start);
    }
  }

  private void add(Token.Type type, int start) {
    tokens.add(new Token(type, text.substring(start, at), start, at));
  }

  private void skipWord() {
    while (at < text.length() && isWordCharacter(text.charAt(at))) {
      at++;
    }
  }

  static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  /** A letter, digit or underscore: what names and placeholders are made of. */
  static boolean isWordCharacter(char c) {
    return isLetter(c) || isDigit(c) || c == '_';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
