package io.stillpoint.sqlite;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * Reads a configuration as it is in a file of {@code etc/}, where every value is text. Declarative
 * Services' own conversion would turn text that is no number into 0 or into an error that names no
 * key.
 */
final class ConfiguredSettings {
  private final Map<String, ?> values;

  private ConfiguredSettings(Map<String, ?> values) {
    this.values = values;
  }

  /**
   * The settings of a configuration; defaults as {@link SqliteConfiguration} has them.
   *
   * @throws IllegalArgumentException naming the key, the value's problem and the allowed form
   */
  static Settings of(Map<String, ?> values) {
    return new ConfiguredSettings(values).settings();
  }

  private Settings settings() {
    String instance = text("instance");
    String path = text("path");
    boolean memory = flag("memory");
    if (path.isEmpty() != memory) {
      throw new IllegalArgumentException(
          "instance '"
              + instance
              + "': give either path=FILE or memory=true, not "
              + (memory ? "both" : "neither"));
    }
    return new Settings(
        instance,
        memory ? null : file(path),
        Duration.ofMillis(number("controlPlaneDelay", 250)),
        (int) number("concurrency", 64),
        (int) number("readers", 8));
  }

  private String text(String key) {
    Object value = values.get(key);
    return value == null ? "" : value.toString().strip();
  }

  private boolean flag(String key) {
    return switch (text(key)) {
      case "", "false" -> false;
      case "true" -> true;
      default -> throw new IllegalArgumentException(key + "=" + text(key) + ": use true or false");
    };
  }

  private long number(String key, int unset) {
    String text = text(key);
    if (text.isEmpty()) {
      return unset;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + "=" + text + ": use a whole number", e);
    }
  }

  private static Path file(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("path=" + path + ": use a file's path", e);
    }
  }
}
