package io.stillpoint.engine.settings;

import java.util.Comparator;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Places tables whose name matches a pattern on an instance.
 *
 * @param pattern a table name in which {@code *} stands for any characters
 */
public record Placement(String pattern, String instance) {
  /**
   * A configuration has no order of its keys, so "the first that matches" is the most specific: the
   * one with the most fixed characters; of equal ones the lesser pattern.
   */
  static final Comparator<Placement> MOST_SPECIFIC_FIRST =
      Comparator.comparingInt((Placement placement) -> -placement.fixedCharacters())
          .thenComparing(Placement::pattern);

  public Placement {
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(instance, "instance");
  }

  boolean matches(String table) {
    return Pattern.matches(Pattern.quote(pattern).replace("*", "\\E.*\\Q"), table);
  }

  private int fixedCharacters() {
    return pattern.replace("*", "").length();
  }
}
