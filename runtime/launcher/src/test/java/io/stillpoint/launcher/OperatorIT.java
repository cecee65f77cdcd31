package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator asks and does in the built server: backends, control plane, health. */
@Tag("OPS-1")
@Tag("OPS-4")
@Tag("OPS-7")
class OperatorIT {
  @TempDir static Path folder;

  private static Installation stillpoint;

  @BeforeAll
  static void serve() throws Exception {
    stillpoint = Installation.built(folder);
    stillpoint.serve("--data", "d", "--port", "0");
  }

  @AfterAll
  static void end() {
    stillpoint.close();
  }

  /** Runs lines in one session, whose status is the last one's. */
  private StillpointProcess shell(int status, String... lines) throws Exception {
    StillpointProcess shell = stillpoint.start("shell", "--data", "d");
    try (OutputStream in = shell.process().getOutputStream()) {
      in.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }
    assertEquals(status, shell.awaitExit(), shell::transcript);
    return shell;
  }

  private static void assertShows(StillpointProcess shell, String pattern) {
    assertTrue(shell.out().stream().anyMatch(line -> line.matches(pattern)), shell::transcript);
  }

  @Test
  void a_stopped_backend_is_diagnosed_and_started() throws Exception {
    StillpointProcess refused = shell(1, "backend:stop sqlite");
    assertTrue(
        refused.err().get(0).startsWith("The home instance is among them"), refused::transcript);
    assertShows(shell(0, "backend:list"), "local +sqlite +SERVING.*");

    StillpointProcess stopped =
        shell(1, "backend:stop sqlite --yes", "backend:diag local", "health:check");
    assertShows(stopped, "Stopped io\\.stillpoint\\.sqlite .* Instances: local\\..*");
    assertShows(stopped, "bundle +io\\.stillpoint\\.sqlite .*, STOPPED");
    assertShows(stopped, "next step +backend:start sqlite");
    assertShows(stopped, "home instance +WRONG .*");
    assertEquals("2 checks failed.", stopped.err().get(0));

    StillpointProcess started =
        shell(0, "backend:start sqlite", "backend:info local", "health:check");
    assertShows(started, "Started .* Serving: local\\.");
    assertShows(started, "calls in flight +\\d+ of 64");
    assertShows(started, "home instance local +OK .*");
    List<String> log = Files.readAllLines(folder.resolve("d/log/stillpoint.log"));
    for (String audited :
        List.of(
            "backend:stop sqlite | refused: The home",
            "backend:stop sqlite --yes | done",
            "backend:start sqlite | done")) {
      assertTrue(
          log.stream().anyMatch(line -> line.contains("stillpoint.audit: " + audited)), audited);
    }
  }

  @Test
  void a_configuration_is_diagnosed_without_its_values() throws Exception {
    Path file = folder.resolve("d/etc/io.stillpoint.sqlite-bad.cfg");
    Files.writeString(file, "instance=bad\npath=/a/b\nreaders=0\npassword=hunter2\n");
    StillpointProcess diag = awaitDiagnosis("the file is taken up", "FAILED");
    assertShows(diag, "keys set +instance, password, path, readers");
    assertShows(diag, "reason +.*Its configuration is refused: readers=0.*");
    assertFalse(diag.transcript().contains("hunter2"), diag::transcript);

    // Other tests count what is wrong.
    Files.delete(file);
    awaitDiagnosis("the file's instance is gone", "No configuration names an instance 'bad'");
  }

  private StillpointProcess awaitDiagnosis(String what, String part) throws Exception {
    StillpointProcess diag = null;
    for (int tries = 0; tries < 60; tries++) {
      diag = stillpoint.start("backend:diag", "bad", "--data", "d");
      diag.awaitExit();
      if (diag.transcript().contains(part)) {
        return diag;
      }
    }
    throw new AssertionError("waited in vain until " + what + "; " + diag.transcript());
  }

  @Test
  void the_control_plane_says_what_woke_it() throws Exception {
    StillpointProcess woken = shell(0, "poller:wake", "poller:status", "poller:status --json");
    assertShows(woken, "woken by +.*operator \\d+.*start 1");
    assertShows(woken, "\\{\"state\":.*\"wakes\":\\{.*\"operator\":\\d+.*");
  }

  @Test
  void completion_knows_what_there_is() throws Exception {
    StillpointProcess offered =
        shell(0, "server:complete \"backend:info \"", "server:complete \"backend:stop sql\"");
    assertTrue(offered.out().contains("local"), offered::transcript);
    assertTrue(offered.out().contains("sqlite"), offered::transcript);
  }
}
