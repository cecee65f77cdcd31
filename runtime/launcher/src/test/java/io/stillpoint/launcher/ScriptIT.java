package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bin/stillpoint does before Java runs: finding Java, and the first build. */
@Tag("OPS-2")
class ScriptIT {
  @TempDir Path folder;

  private Installation stillpoint;
  private Path tools;

  @BeforeEach
  void install() throws Exception {
    stillpoint = Installation.in(folder);
    tools = Files.createDirectory(folder.resolve("tools"));
  }

  @AfterEach
  void end() {
    stillpoint.close();
  }

  private static void program(Path file, String... lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void refused(StillpointProcess process, int status, String sentence) throws Exception {
    assertEquals(status, process.awaitExit(), process::transcript);
    assertEquals(List.of("stillpoint: " + sentence), process.err());
  }

  @Test
  void an_old_java_is_told_by_its_release_file() throws Exception {
    Path java = folder.resolve("java11");
    program(java.resolve("bin/java"), "echo 'started the old Java' >&2", "exit 9");
    Files.writeString(java.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"11.0.22\"\n");
    stillpoint.environment("JAVA_HOME", java.toString());

    refused(
        stillpoint.start("--data", "d"),
        2,
        "Java 11 found; Stillpoint needs 17 or newer. Set JAVA_HOME.");
  }

  @Test
  void an_old_java_without_a_release_file_is_asked() throws Exception {
    Path java = folder.resolve("java8");
    program(java.resolve("bin/java"), "echo 'openjdk version \"1.8.0_402\"' >&2");
    stillpoint.environment("JAVA_HOME", java.toString());

    refused(
        stillpoint.start("--data", "d"),
        2,
        "Java 8 found; Stillpoint needs 17 or newer. Set JAVA_HOME.");
  }

  @Test
  void a_java_home_without_java() throws Exception {
    stillpoint.environment("JAVA_HOME", tools.toString());

    refused(
        stillpoint.start("--data", "d"),
        2,
        "JAVA_HOME is " + tools + ", which has no bin/java. Stillpoint needs Java 17 or newer.");
  }

  /** A project that has not been built, with a Maven of the test's making. */
  private Path cloneWith(String... mvn) throws Exception {
    Path clone = folder.toRealPath().resolve("clone");
    Files.createDirectories(clone.resolve("bin"));
    Files.copy(stillpoint.script(), clone.resolve("bin/stillpoint"));
    program(tools.resolve("mvn"), mvn);
    stillpoint.environment("PATH", tools + ":" + System.getenv("PATH"));
    return clone;
  }

  @Test
  void the_first_use_builds_and_says_what() throws Exception {
    Path built = Path.of(System.getProperty("stillpoint.distribution"));
    Path clone =
        cloneWith(
            "echo '[INFO] Building Stillpoint engine 0.1.0-SNAPSHOT        [2/5]'",
            "echo '[INFO] noise'",
            "mkdir -p runtime/launcher/target",
            "ln -s " + built + " runtime/launcher/target/stillpoint");
    String script = clone.resolve("bin/stillpoint").toString();

    StillpointProcess first = stillpoint.run(List.of(script, "--version"));

    assertEquals(0, first.awaitExit(), first::transcript);
    assertTrue(first.out().get(0).startsWith("Stillpoint "), first::transcript);
    assertTrue(first.err().get(0).startsWith("Building Stillpoint (first use"), first::transcript);
    assertEquals("  Stillpoint engine", first.err().get(1));
    assertTrue(first.err().get(2).matches("Built in \\d+ s\\."), first::transcript);
    assertEquals(3, first.err().size(), first::transcript);

    StillpointProcess second = stillpoint.run(List.of(script, "--version"));
    assertEquals(0, second.awaitExit(), second::transcript);
    assertEquals(List.of(), second.err());
  }

  @Test
  void a_build_that_fails_names_its_log() throws Exception {
    Path clone = cloneWith("echo '[ERROR] no network'", "exit 1");

    StillpointProcess first =
        stillpoint.run(List.of(clone.resolve("bin/stillpoint").toString(), "--data", "d"));

    assertEquals(1, first.awaitExit(), first::transcript);
    Path log = clone.resolve("target/first-build.log");
    assertEquals(
        List.of("[ERROR] no network", "stillpoint: the build failed; the whole log is " + log),
        first.err().subList(1, 3));
    assertTrue(Files.readString(log).contains("no network"));
  }
}
