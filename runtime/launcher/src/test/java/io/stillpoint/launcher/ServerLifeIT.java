package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in the foreground: banner, shell, stop. */
class ServerLifeIT {
  @TempDir Path folder;

  private Installation stillpoint;

  @BeforeEach
  void install() throws Exception {
    stillpoint = Installation.in(folder);
  }

  @AfterEach
  void end() {
    stillpoint.close();
  }

  @Test
  @Tag("OPS-2")
  void serves_and_answers_commands() throws Exception {
    stillpoint.serve("--data", "d");

    StillpointProcess help = stillpoint.start("exec", "help", "--data", "d");

    assertEquals(0, help.awaitExit(), help::transcript);
    assertTrue(
        help.out().stream().anyMatch(line -> line.startsWith("table:list")), help::transcript);
  }
}
