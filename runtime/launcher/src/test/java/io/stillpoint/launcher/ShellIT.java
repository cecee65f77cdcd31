package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that reach a running server through its socket. */
@Tag("OPS-2")
class ShellIT {
  @TempDir static Path folder;

  private static Installation stillpoint;

  @BeforeAll
  static void serve() throws Exception {
    stillpoint = Installation.in(folder);
    stillpoint.serve("--data", "d");
  }

  @AfterAll
  static void end() {
    stillpoint.close();
  }

  private StillpointProcess ended(int status, String... words) throws Exception {
    StillpointProcess process = stillpoint.start(words);
    assertEquals(status, process.awaitExit(), process::transcript);
    return process;
  }

  @Test
  void the_exit_status_of_a_command_is_the_clients() throws Exception {
    StillpointProcess help = ended(0, "exec", "help", "--data", "d");
    assertTrue(
        help.out().stream().anyMatch(line -> line.startsWith("table:list")), help::transcript);

    StillpointProcess noEngine = ended(1, "table:list", "--data", "d");
    assertTrue(noEngine.err().get(0).startsWith("The engine is not running"), noEngine::transcript);
    assertEquals(List.of(), noEngine.out());

    StillpointProcess wrong = ended(2, "exec", "table:describe", "--data", "d");
    assertEquals("Usage: table:describe TABLE [--account ACCOUNT] [--json]", wrong.err().get(1));

    StillpointProcess unknown = ended(127, "no:such", "--data", "d");
    assertEquals("There is no such command: no:such", unknown.err().get(0));
  }

  @Test
  void options_after_a_command_are_the_commands() throws Exception {
    for (String[] words :
        new String[][] {
          {"table:describe --help", "--data", "d"},
          {"--data", "d", "table:describe", "--help"},
          {"exec", "table:describe", "--help", "--data=d"}
        }) {
      StillpointProcess help = ended(0, words);
      assertTrue(help.out().get(0).startsWith("Shows one table"), help::transcript);
    }
    StillpointProcess unknown = ended(2, "backend:list", "--yaml", "--data", "d");
    assertEquals("Unknown option --yaml.", unknown.err().get(0));
  }

  @Test
  void words_and_quotes_arrive_as_they_were_typed() throws Exception {
    // An operand too many is named in the answer, so it shows what arrived.
    StillpointProcess spaces = ended(2, "table:list", "two words; $HOME \"x\" ü", "--data", "d");

    assertEquals("Unexpected word 'two words; $HOME \"x\" ü'.", spaces.err().get(0));
  }

  @Test
  void no_server_is_status_3() throws Exception {
    for (String verb : List.of("stop", "shell", "table:list")) {
      StillpointProcess none = ended(3, verb, "--data", "nowhere");
      assertEquals(List.of("stillpoint: no server runs on nowhere"), none.err());
    }
    assertFalse(Files.exists(folder.resolve("nowhere")), "asking made a folder");
  }

  @Test
  void a_path_too_long_for_a_socket_has_it_elsewhere() throws Exception {
    String data = "a".repeat(60) + "/" + "b".repeat(60);
    stillpoint.serve("--data", data);

    Path run = folder.resolve(data).resolve("run");
    Path socket = Path.of(Files.readString(run.resolve("shell.path")));
    assertEquals(
        "rwx------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(socket.getParent())));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)));
    ended(0, "exec", "help", "--data", data);

    ended(0, "stop", "--data", data);
    assertFalse(Files.exists(socket.getParent()), socket.toString());
  }

  @Test
  void a_long_symlink_to_a_short_folder_needs_no_detour() throws Exception {
    Path link = folder.resolve("l".repeat(120));
    Files.createSymbolicLink(link, folder.resolve("d"));

    ended(0, "exec", "help", "--data", link.toString());
  }

  @Test
  void the_script_works_through_a_symlink_from_any_folder() throws Exception {
    Path link = folder.resolve("sp");
    Files.createSymbolicLink(link, Path.of("sp2"));
    Files.createSymbolicLink(folder.resolve("sp2"), stillpoint.script());

    StillpointProcess help =
        stillpoint.run(List.of(link.toString(), "exec", "help", "--data", "d"));

    assertEquals(0, help.awaitExit(), help::transcript);
  }

  @Test
  void an_interactive_shell_is_one_session() throws Exception {
    StillpointProcess shell = stillpoint.start("shell", "--data", "d");
    try (OutputStream in = shell.process().getOutputStream()) {
      in.write("who = nobody\n\ntable:describe $who $who\n".getBytes(StandardCharsets.UTF_8));
    }

    assertEquals(2, shell.awaitExit(), shell::transcript);
    assertEquals("Unexpected word 'nobody'.", shell.err().get(0));
  }

  @Test
  void another_user_is_refused_whatever_the_modes_say() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can be another user");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String open : List.of("d", "d/run", "d/run/shell.sock")) {
      Files.setPosixFilePermissions(
          folder.resolve(open), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    StillpointProcess other =
        stillpoint.startAs(
            List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
            "exec",
            "help",
            "--data",
            "d");

    assertEquals(1, other.awaitExit(), other::transcript);
    Files.setPosixFilePermissions(
        folder.resolve("d"), PosixFilePermissions.fromString("rwx------"));
    assertEquals(
        List.of("This server's shell is for the user that runs it, and for root."), other.err());
  }
}
