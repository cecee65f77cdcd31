package io.stillpoint.api.item;

import java.util.Comparator;

/**
 * DynamoDB's view of a text: its UTF-8 bytes decide order and length (Amazon DynamoDB Developer
 * Guide, "Data types: String"; DDB-8), while Java compares UTF-16 units, which puts supplementary
 * characters before U+E000.
 */
public final class Strings {
  /** The order of {@link #compare}. */
  public static final Comparator<String> UTF8_ORDER = Strings::compare;

  private Strings() {}

  /** Compares as the unsigned UTF-8 bytes of both texts would, without encoding them. */
  public static int compare(String a, String b) {
    int common = Math.min(a.length(), b.length());
    for (int i = 0; i < common; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // Where both units are at or above the surrogates, the surrogates stand for the greater
        // code points: turn the order of the two blocks round.
        if (x >= Character.MIN_SURROGATE && y >= Character.MIN_SURROGATE) {
          return rotate(x) - rotate(y);
        }
        return x - y;
      }
    }
    return a.length() - b.length();
  }

  private static int rotate(char unit) {
    return unit <= Character.MAX_SURROGATE ? unit + 0x2000 : unit - 0x800;
  }

  /** The length of the text's UTF-8 form in bytes; the text holds no lone surrogate. */
  public static int utf8Length(String text) {
    int units = text.length();
    int bytes = units;
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        // A surrogate pair has 2 units and 4 bytes: one more for each of the two.
        bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return bytes;
  }

  /** Whether every surrogate has its partner, so that the text has a UTF-8 form. */
  public static boolean wellFormed(String text) {
    int units = text.length();
    for (int i = 0; i < units; i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (Character.isLowSurrogate(c)
            || ++i == units
            || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      }
    }
    return true;
  }
}
