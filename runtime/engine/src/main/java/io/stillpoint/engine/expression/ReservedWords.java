package io.stillpoint.engine.expression;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Words that no expression may use as an attribute's name (Amazon DynamoDB Developer Guide,
 * "Reserved words in DynamoDB"): the whole list is the resource {@code reserved-words.txt}.
 */
final class ReservedWords {
  private static final Set<String> WORDS = load();

  private ReservedWords() {}

  /** Whether a name is reserved, in whatever case. */
  static boolean contains(String name) {
    return WORDS.contains(name.toUpperCase(Locale.ROOT));
  }

  private static Set<String> load() {
    try (InputStream in = ReservedWords.class.getResourceAsStream("reserved-words.txt");
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))) {
      return reader.lines().collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException("reserved-words.txt is missing from the engine's jar", e);
    }
  }
}
