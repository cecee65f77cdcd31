package io.stillpoint.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where servers under test keep their data. */
final class Scratch {
  private Scratch() {}

  /**
   * The folder: beside the build's output, so that it is on a disk like the project itself.
   *
   * @throws IOException if that is memory: a sync there costs nothing, and figures would lie
   */
  static Path folder() throws IOException {
    Path folder =
        Files.createDirectories(
            Path.of(System.getProperty("stillpoint.root", ""))
                .toAbsolutePath()
                .resolve("itests/bench/target/scratch"));
    String type = Files.getFileStore(folder).type();
    if (type.equals("tmpfs") || type.equals("ramfs")) {
      throw new IOException(
          folder + " is on " + type + "; benchmarks of synced writes need a disk");
    }
    return folder;
  }
}
