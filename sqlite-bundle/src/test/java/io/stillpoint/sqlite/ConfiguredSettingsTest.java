package io.stillpoint.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfiguredSettingsTest {
  @Test
  void what_is_not_set_has_its_default() {
    assertEquals(
        Settings.file("local", Path.of("/data/local.db")),
        ConfiguredSettings.of(Map.of("instance", "local", "path", "/data/local.db")));
    assertEquals(
        new Settings("m", null, Duration.ZERO, 1, 8),
        ConfiguredSettings.of(
            Map.of("instance", "m", "memory", "true", "controlPlaneDelay", "0", "concurrency", 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "instance|a b|instance='a b': use 1 to 64 letters, digits, '-' and '_'",
        "memory|yes|memory=yes: use true or false",
        "memory|true|instance 'i': give either path=FILE or memory=true, not both",
        "path|''|instance 'i': give either path=FILE or memory=true, not neither",
        "controlPlaneDelay|fast|controlPlaneDelay=fast: use a whole number",
        "controlPlaneDelay|-1|controlPlaneDelay=-1: use 0 to 3600000 milliseconds",
        "concurrency|0|concurrency=0: use 1 to 1024 calls",
        "concurrency|99999999999|concurrency=99999999999: use a whole number",
        "readers|65|readers=65: use 1 to 64 connections",
      })
  void a_bad_value_is_refused_by_its_key_and_the_allowed_form(
      String key, String value, String message) {
    Map<String, Object> configuration = new HashMap<>(Map.of("instance", "i", "path", "t.db"));
    configuration.put(key, value);
    assertEquals(
        message,
        assertThrows(IllegalArgumentException.class, () -> ConfiguredSettings.of(configuration))
            .getMessage());
  }
}
