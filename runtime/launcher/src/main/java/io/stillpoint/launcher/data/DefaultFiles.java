package io.stillpoint.launcher.data;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Properties;
import java.util.stream.Stream;

/** The configuration that a first start writes, and the one key of it that the launcher reads. */
public final class DefaultFiles {
  /** The configuration of the server as a whole. */
  static final String STILLPOINT = "stillpoint.cfg";

  /**
   * The home instance, as a factory configuration of the SQLite bundle. File Install 3.7.4 parts
   * the factory's PID from the label at the first hyphen; a file with Config Admin's own {@code ~}
   * would become a configuration that no factory sees.
   */
  static final String LOCAL = "io.stillpoint.sqlite-local.cfg";

  private static final String DEFAULT_HOME = "local";

  private static final String STILLPOINT_TEXT =
      """
      # The server as a whole. Changes are taken up while the server runs.

      # The home instance: the backend instance that holds the names of all tables. It is needed for
      # the server to start.
      home=local

      # Where CreateTable puts a table: the first place.<name pattern>=<instance> that fits, else the
      # default, else the home instance. Instances are the files <bundle>-<instance>.cfg beside this
      # one.
      #place.audit-*=archive
      #default=local
      """;

  private static final String FILE_TEXT =
      """
      # A backend instance of the SQLite bundle: the part of this file's name after the hyphen is only a
      # label, 'instance' is the name by which tables are placed on it.
      instance=local

      # The database file. ${stillpoint.data} is the data folder. Only one instance may use a file.
      path=${stillpoint.data}/data/local.db
      """;

  private static final String MEMORY_TEXT =
      """
      # A backend instance of the SQLite bundle that keeps its tables in memory: they are gone when the
      # server stops.
      instance=local
      memory=true
      """;

  private DefaultFiles() {}

  /** Writes the files, if nothing lies in etc/ yet: what an operator removed stays removed. */
  static void writeIfEmpty(Path etc, boolean inMemory) throws IOException {
    try (Stream<Path> files = Files.list(etc)) {
      if (files.findAny().isPresent()) {
        return;
      }
    }
    write(etc.resolve(LOCAL), inMemory ? MEMORY_TEXT : FILE_TEXT);
    write(etc.resolve(STILLPOINT), STILLPOINT_TEXT);
  }

  private static void write(Path file, String text) throws IOException {
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, text);
  }

  /**
   * The name of the home instance: {@code home} of etc/stillpoint.cfg, else {@value #DEFAULT_HOME}.
   */
  public static String home(Path etc) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(etc.resolve(STILLPOINT))) {
      properties.load(reader);
    } catch (NoSuchFileException e) {
      return DEFAULT_HOME;
    }
    return properties.getProperty("home", DEFAULT_HOME).strip();
  }
}
