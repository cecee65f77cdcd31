package io.stillpoint.engine.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@code etc/stillpoint.cfg} may say. */
@Tag("OPS-5")
class EngineSettingsTest {
  @Test
  void placesTablesByTheMostSpecificPattern() {
    EngineSettings settings =
        EngineSettings.of(
            Map.of(
                "home", "base",
                "default", "big",
                "place.logs-*", "cold",
                "place.logs-hot", "fast",
                "place.*-x", "odd"));
    assertEquals("fast", settings.instanceFor("logs-hot"));
    assertEquals("cold", settings.instanceFor("logs-2026"));
    assertEquals("cold", settings.instanceFor("logs-x"));
    assertEquals("odd", settings.instanceFor("a-x"));
    assertEquals("big", settings.instanceFor("Music"));
  }

  @Test
  void placesTablesAtHomeByDefault() {
    assertEquals(EngineSettings.DEFAULT, EngineSettings.of(Map.of()));
    assertEquals("pg", EngineSettings.of(Map.of("home", "pg")).instanceFor("Music"));
  }

  @Test
  void refusesABadValueAndKeepsTheLastGoodSettings() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> EngineSettings.of(Map.of("home", "not a name", "place.a/b", "pg")));
    assertEquals(
        "home: 'not a name' is not an instance name; it must match [A-Za-z0-9_-]{1,64}."
            + " place.a/b: 'a/b' is not a table name pattern; allowed are letters, digits, '_',"
            + " '-', '.' and '*'.",
        refusal.getMessage());

    SettingsSource source = new SettingsSource(Map.of("home", "pg"));
    source.modified(Map.of("home", "not a name"));
    assertEquals("pg", source.current().home());
    source.modified(Map.of("home", "other"));
    assertEquals("other", source.current().home());
  }
}
