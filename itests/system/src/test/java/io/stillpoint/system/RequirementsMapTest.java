package io.stillpoint.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/requirements.md is what the tests say: each row names exactly the test classes that carry
 * the ID as a tag, so that a test that goes away, or one that was never written, shows.
 */
class RequirementsMapTest {
  private static final Path ROOT = Path.of(System.getProperty("stillpoint.root"));
  private static final Pattern TAG = Pattern.compile("@Tag\\(\"([A-Z]+-\\d+)\"\\)");
  private static final Pattern ROW =
      Pattern.compile("^\\| ([A-Z]+-\\d+) \\| (\\d+) \\| ([^|]*) \\| ([^|]*) \\|$");

  @Test
  void eachRowNamesTheTestsThatCarryItsTag() throws IOException {
    Map<String, Set<String>> tagged = taggedClasses();
    Map<String, Set<String>> mapped = new TreeMap<>();
    for (String line : Files.readAllLines(ROOT.resolve("docs/requirements.md"))) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        Set<String> classes = new TreeSet<>();
        Arrays.stream(row.group(3).split(","))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .forEach(classes::add);
        assertEquals(null, mapped.put(row.group(1), classes), "two rows for " + row.group(1));
      }
    }
    assertFalse(mapped.isEmpty(), "docs/requirements.md has no row");
    Map<String, Set<String>> expected = new TreeMap<>();
    mapped.keySet().forEach(id -> expected.put(id, tagged.getOrDefault(id, Set.of())));
    tagged.forEach(expected::putIfAbsent);
    assertEquals(render(expected), render(mapped), "docs/requirements.md against the tags");
  }

  private static String render(Map<String, Set<String>> map) {
    StringBuilder text = new StringBuilder();
    map.forEach(
        (id, classes) ->
            text.append(id).append(": ").append(String.join(", ", classes)).append('\n'));
    return text.toString();
  }

  private static Map<String, Set<String>> taggedClasses() throws IOException {
    Map<String, Set<String>> tagged = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT)) {
      for (Path file :
          files
              .filter(path -> path.toString().endsWith(".java"))
              .filter(path -> !path.toString().contains("/target/"))
              .filter(
                  path ->
                      path.toString().contains("/src/test/")
                          || path.startsWith(ROOT.resolve("itests/tck")))
              .toList()) {
        Matcher tag = TAG.matcher(Files.readString(file));
        while (tag.find()) {
          tagged
              .computeIfAbsent(tag.group(1), id -> new TreeSet<>())
              .add(file.getFileName().toString().replace(".java", ""));
        }
      }
    }
    return tagged;
  }
}
