package io.stillpoint.sqlite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One instance's settings, checked.
 *
 * @param instance its name
 * @param path the database file, or null for an in-memory database
 * @param controlPlaneDelay how long a table's transition takes at least
 * @param concurrency how many calls may run at once
 * @param readers connections that read; an in-memory database has one connection for all, and
 *     counts its slots by this number all the same
 */
public record Settings(
    String instance, Path path, Duration controlPlaneDelay, int concurrency, int readers) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /**
   * @throws IllegalArgumentException naming the key, the value's problem and the allowed form
   */
  public Settings {
    Objects.requireNonNull(controlPlaneDelay, "controlPlaneDelay");
    if (instance == null || !NAME.matcher(instance).matches()) {
      throw new IllegalArgumentException(
          "instance='" + instance + "': use 1 to 64 letters, digits, '-' and '_'");
    }
    if (controlPlaneDelay.isNegative() || controlPlaneDelay.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "controlPlaneDelay=" + controlPlaneDelay.toMillis() + ": use 0 to 3600000 milliseconds");
    }
    if (concurrency < 1 || concurrency > 1024) {
      throw new IllegalArgumentException("concurrency=" + concurrency + ": use 1 to 1024 calls");
    }
    if (readers < 1 || readers > 64) {
      throw new IllegalArgumentException("readers=" + readers + ": use 1 to 64 connections");
    }
  }

  /** A file database with the defaults. */
  public static Settings file(String instance, Path path) {
    return new Settings(instance, path, Duration.ofMillis(250), 64, 8);
  }

  /** An in-memory database with the defaults. */
  public static Settings memory(String instance) {
    return new Settings(instance, null, Duration.ofMillis(250), 64, 8);
  }

  public boolean inMemory() {
    return path == null;
  }

  /** Long holders at once, and so snapshots: half as many as there are readers (SNAP-8). */
  public int slots() {
    return Math.max(1, readers / 2);
  }

  /** Where the data is, for people. */
  public String place() {
    return inMemory() ? "memory" : path.toString();
  }
}
