package io.stillpoint.launcher.framework;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What was built: lib/ (the class path of this process) and bundles/, whose folders are named
 * {@code <start level>-<topic>}. A stop goes through the levels backwards, so that the endpoint
 * refuses new work before the engine goes, and the engine before its databases.
 *
 * @param bundles the bundles, in the order of their start levels, then names
 */
public record Distribution(List<BundleFile> bundles) {
  /** System property: the folder that holds lib/ and bundles/, where it is not this jar's own. */
  private static final String HOME = "stillpoint.home";

  /**
   * A bundle's jar.
   *
   * @param startLevel 1 to 9
   */
  public record BundleFile(Path jar, int startLevel) {}

  /**
   * Lists the distribution that this process runs from.
   *
   * @throws LaunchException if it is not whole
   */
  public static Distribution find() throws LaunchException {
    String home = System.getProperty(HOME);
    try {
      return of(home == null ? folderOfThisJar() : Path.of(home));
    } catch (IOException | URISyntaxException e) {
      throw broken(e.toString());
    }
  }

  private static Path folderOfThisJar() throws URISyntaxException {
    Path jar =
        Path.of(Distribution.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    return jar.resolve("../..").normalize();
  }

  static Distribution of(Path home) throws IOException, LaunchException {
    List<BundleFile> bundles = new ArrayList<>();
    for (Path folder : sorted(home.resolve("bundles"))) {
      int level = Character.digit(folder.getFileName().toString().charAt(0), 10);
      if (level < 1 || !Files.isDirectory(folder)) {
        throw broken(folder + " is not named <start level>-<topic>");
      }
      for (Path jar : sorted(folder)) {
        bundles.add(new BundleFile(jar, level));
      }
    }
    if (bundles.isEmpty()) {
      throw broken("no bundles in " + home.resolve("bundles"));
    }
    return new Distribution(bundles);
  }

  private static List<Path> sorted(Path folder) throws IOException {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted().toList();
    }
  }

  private static LaunchException broken(String problem) {
    return new LaunchException(
        ExitStatus.FAILED,
        "the build is not whole: " + problem + ". Build it again (docs/operating.md, Building).");
  }
}
