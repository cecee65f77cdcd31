package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.launcher.testing.FakeBundle;
import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server in the foreground: what it prints, what it leaves, and every way to stop it. */
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
  void the_banner_says_where_everything_is_and_what_to_type_next() throws Exception {
    StillpointProcess server = stillpoint.serve("--data", "my tables");

    Path data = folder.toRealPath().resolve("my tables");
    server.awaitLine("endpoint  http://127.0.0.1:12345");
    server.awaitLine("data      " + data);
    server.awaitLine("stillpoint shell --data 'my tables'");
    server.awaitLine(
        "aws dynamodb list-tables --region us-east-1 --endpoint-url http://127.0.0.1:12345");
    assertEquals("Stillpoint", server.out().get(0).split(" ", -1)[0], server::transcript);
    assertEquals(List.of(), server.err(), "a good start has nothing to warn of");
  }

  @Test
  @Tag("OPS-2")
  void the_data_folder_is_its_owners_alone() throws Exception {
    stillpoint.serve("--data", "d");

    for (String part : List.of("", "data", "etc", "deploy", "run", "log", "cache")) {
      assertEquals("rwx------", mode("d/" + part), part);
    }
    assertEquals("rw-------", mode("d/run/shell.sock"));
    assertEquals("rw-------", mode("d/etc/stillpoint.cfg"));
    assertTrue(
        Files.readString(folder.resolve("d/etc/io.stillpoint.sqlite-local.cfg"))
            .contains("path=${stillpoint.data}/data/local.db"));
  }

  private String mode(String path) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path)));
  }

  @Test
  @Tag("OPS-2")
  void what_an_operator_removed_from_etc_stays_removed() throws Exception {
    stillpoint.serve("--data", "d");
    assertEquals(0, stillpoint.start("stop", "--data", "d").awaitExit());
    Path local = folder.resolve("d/etc/io.stillpoint.sqlite-local.cfg");
    Files.delete(local);

    stillpoint.serve("--data", "d");

    assertFalse(Files.exists(local));
  }

  @Test
  @Tag("OPS-8")
  void sigterm_stops_entrances_before_what_they_stand_on() throws Exception {
    stillpoint
        .bundle("2-storage", "below", Map.of(FakeBundle.STOP_LINE, "storage stops"))
        .bundle("6-above", "above", Map.of(FakeBundle.STOP_LINE, "entrance stops"));
    StillpointProcess server = stillpoint.serve("--data", "d");

    server.terminate();

    assertEquals(0, server.awaitExit(), server::transcript);
    List<String> out = server.out();
    List<String> stops = out.subList(out.size() - 4, out.size());
    assertTrue(stops.get(0).startsWith("Stopping"), server::transcript);
    assertEquals(List.of("entrance stops", "storage stops", "Stopped."), stops.subList(1, 4));
    assertEquals(List.of(), server.err());
    assertFalse(Files.exists(folder.resolve("d/run/shell.sock")));
  }

  @Test
  @Tag("OPS-8")
  void ctrl_c_stops_in_the_same_way() throws Exception {
    StillpointProcess server = stillpoint.serve("--data", "d");

    String pid = Long.toString(server.process().pid());
    assertEquals(0, new ProcessBuilder("kill", "-INT", pid).start().waitFor());

    assertEquals(0, server.awaitExit(), server::transcript);
    server.awaitLine("Stopped.");
  }

  @Test
  @Tag("OPS-8")
  void sigterm_while_it_waits_for_its_home_ends_it_too() throws Exception {
    stillpoint.bundle(
        "home", Map.of(FakeBundle.HOME, "stillpoint.instance=local;stillpoint.status=CONNECTING"));
    stillpoint.bundle("6-above", "above", Map.of(FakeBundle.START_LINE, "all started"));
    StillpointProcess server = stillpoint.start("--data", "d");
    server.awaitLine("all started");

    server.terminate();

    assertEquals(0, server.awaitExit(), server::transcript);
    server.awaitLine("Stopped.");
  }

  @Test
  @Tag("OPS-2")
  void stop_ends_the_server_and_waits_for_its_end() throws Exception {
    StillpointProcess server = stillpoint.serve("--data", "d");

    StillpointProcess stop = stillpoint.start("stop", "--data", "d");

    assertEquals(0, stop.awaitExit(), stop::transcript);
    assertEquals(List.of("Stopped the server on d."), stop.out());
    assertEquals(0, server.awaitExit(), server::transcript);
    assertEquals(3, stillpoint.start("stop", "--data", "d").awaitExit());
  }

  @Test
  @Tag("OPS-2")
  void the_shell_can_stop_its_server() throws Exception {
    StillpointProcess server = stillpoint.serve("--data", "d");

    StillpointProcess stop = stillpoint.start("server:stop", "--data", "d");

    assertEquals(0, stop.awaitExit(), stop::transcript);
    assertEquals(List.of("Stopping."), stop.out());
    assertEquals(0, server.awaitExit(), server::transcript);
  }

  @Test
  @Tag("OPS-2")
  void a_server_in_memory_leaves_nothing() throws Exception {
    StillpointProcess server = stillpoint.serve("--in-memory");
    String line = server.awaitLine("  data      ");
    Path data = Path.of(line.strip().split("\\s+", 3)[1]);
    assertTrue(
        Files.readString(data.resolve("etc/io.stillpoint.sqlite-local.cfg"))
            .contains("memory=true"));
    server.awaitLine("stillpoint shell --data " + data);

    assertEquals(0, stillpoint.start("stop", "--data", data.toString()).awaitExit());

    assertEquals(0, server.awaitExit(), server::transcript);
    assertFalse(Files.exists(data), data.toString());
    assertFalse(Files.exists(folder.resolve("stillpoint-data")), "made a data folder");
  }

  @Test
  @Tag("OPS-2")
  void a_killed_server_does_not_keep_the_next_one_out() throws Exception {
    StillpointProcess killed = stillpoint.serve("--data", "d");
    killed.kill();
    killed.awaitExit();

    StillpointProcess asked = stillpoint.start("table:list", "--data", "d");
    assertEquals(3, asked.awaitExit(), asked::transcript);

    stillpoint.serve("--data", "d");
  }
}
