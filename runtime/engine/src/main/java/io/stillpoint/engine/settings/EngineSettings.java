package io.stillpoint.engine.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The engine's settings.
 *
 * @param home the instance that holds the name registry and the control plane's records
 * @param region the region that ARNs name
 * @param endpoint host and port that DescribeEndpoints answers
 * @param defaultInstance where a table goes that no placement matches
 * @param placements the most specific pattern first
 */
public record EngineSettings(
    String home,
    String region,
    String endpoint,
    String defaultInstance,
    List<Placement> placements) {
  /** What holds where nothing is configured. */
  public static final EngineSettings DEFAULT =
      new EngineSettings("local", "us-east-1", "localhost:8000", "local", List.of());

  private static final String PLACE = "place.";
  private static final Pattern INSTANCE = Pattern.compile("[A-Za-z0-9_-]{1,64}");
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,32}");
  private static final Pattern ENDPOINT = Pattern.compile("[A-Za-z0-9.\\-\\[\\]:]{1,255}");
  private static final Pattern TABLES = Pattern.compile("[A-Za-z0-9_.*-]{1,255}");

  public EngineSettings {
    Objects.requireNonNull(home, "home");
    Objects.requireNonNull(region, "region");
    Objects.requireNonNull(endpoint, "endpoint");
    Objects.requireNonNull(defaultInstance, "defaultInstance");
    placements = placements.stream().sorted(Placement.MOST_SPECIFIC_FIRST).toList();
  }

  /** The instance that a new table goes to. */
  public String instanceFor(String table) {
    return placements.stream()
        .filter(placement -> placement.matches(table))
        .map(Placement::instance)
        .findFirst()
        .orElse(defaultInstance);
  }

  /**
   * Reads a configuration; keys that are absent have their default.
   *
   * @throws IllegalArgumentException with a sentence for each bad value: the key, what is wrong,
   *     the allowed form
   */
  public static EngineSettings of(Map<String, ?> configuration) {
    List<String> problems = new ArrayList<>();
    Reader reader = new Reader(new TreeMap<>(configuration), problems);
    String home = reader.value("home", DEFAULT.home(), INSTANCE, "an instance name");
    String region = reader.value("region", DEFAULT.region(), REGION, "a region such as us-east-1");
    String endpoint = reader.value("endpoint", DEFAULT.endpoint(), ENDPOINT, "a host and port");
    String otherwise = reader.value("default", home, INSTANCE, "an instance name");
    List<Placement> placements = new ArrayList<>();
    for (String key : reader.configuration().keySet()) {
      if (key.startsWith(PLACE)) {
        String pattern = key.substring(PLACE.length());
        if (!TABLES.matcher(pattern).matches()) {
          problems.add(
              key
                  + ": '"
                  + pattern
                  + "' is not a table name pattern; allowed are letters, digits, '_', '-', '.' and"
                  + " '*'.");
        } else {
          placements.add(
              new Placement(pattern, reader.value(key, "", INSTANCE, "an instance name")));
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join(" ", problems));
    }
    return new EngineSettings(home, region, endpoint, otherwise, placements);
  }

  private record Reader(Map<String, Object> configuration, List<String> problems) {
    String value(String key, String otherwise, Pattern form, String allowed) {
      Object value = configuration.get(key);
      if (value == null) {
        return otherwise;
      }
      String text = value.toString().trim();
      if (!form.matcher(text).matches()) {
        problems.add(
            key + ": '" + text + "' is not " + allowed + "; it must match " + form.pattern() + ".");
      }
      return text;
    }
  }
}
