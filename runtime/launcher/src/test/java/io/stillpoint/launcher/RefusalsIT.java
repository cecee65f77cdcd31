package io.stillpoint.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.stillpoint.launcher.testing.FakeBundle;
import io.stillpoint.launcher.testing.Installation;
import io.stillpoint.launcher.testing.StillpointProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything that keeps a server from starting is one line and one status. */
@Tag("OPS-2")
class RefusalsIT {
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

  private void refused(int status, String sentence, String... words) throws Exception {
    refused(stillpoint.start(words), status, sentence);
  }

  private static void refused(StillpointProcess process, int status, String sentence)
      throws Exception {
    assertEquals(status, process.awaitExit(), process::transcript);
    assertEquals(List.of(), process.out(), "prints nothing but the one line");
    assertEquals(1, process.err().size(), process::transcript);
    String line = process.err().get(0);
    assertTrue(line.startsWith("stillpoint: "), line);
    assertTrue(line.contains(sentence), () -> line + "\ndoes not contain\n" + sentence);
  }

  @Test
  void a_second_server_on_the_folder_also_through_a_symlink() throws Exception {
    StillpointProcess first = stillpoint.serve("--data", "d");
    Files.createSymbolicLink(folder.resolve("link"), folder.resolve("d"));

    String sentence =
        " (process " + first.process().pid() + "). Stop it first (stillpoint stop --data ";
    refused(4, "another server runs on d" + sentence + "d)", "--data", "d");
    refused(4, "another server runs on link" + sentence + "link)", "start", "--data", "link");

    assertEquals(0, stillpoint.start("exec", "help", "--data", "d").awaitExit(), "unharmed");
  }

  @Test
  void a_home_that_failed_gives_its_own_reason() throws Exception {
    stillpoint.bundle(
        "home",
        Map.of(
            FakeBundle.HOME,
            "stillpoint.instance=local;stillpoint.status=FAILED;stillpoint.status.reason="
                + "d/data/local.db is not a database."));

    refused(
        6,
        "the home instance 'local' does not serve: d/data/local.db is not a database. Log: "
            + folder.toRealPath().resolve("d/log/stillpoint.log"),
        "--data",
        "d");
    // The folder is free again, and says so by asking for the home and not for the lock.
    refused(6, "the home instance 'local' does not serve", "--data", "d");
  }

  @Test
  void an_endpoint_that_failed_gives_its_own_reason() throws Exception {
    stillpoint.bundle(
        "endpoint",
        Map.of(
            FakeBundle.ENDPOINT,
            "stillpoint.http.status=FAILED;stillpoint.http.reason=port 8000 is in use"));

    refused(5, "the endpoint does not listen: port 8000 is in use. Log: ", "--data", "d");
  }

  @Test
  void a_bundle_that_throws_is_named() throws Exception {
    stillpoint.bundle("broken", Map.of(FakeBundle.THROWS, "no luck"));

    refused(1, "the bundle fake-broken does not start: no luck.", "--data", "d");
  }

  @Test
  void a_bundle_that_lacks_a_package_is_named_with_it() throws Exception {
    stillpoint.bundle("broken", Map.of("Import-Package", "org.osgi.framework,no.such"));

    refused(1, "the bundle fake-broken does not start: ", "--data", "d");
    assertTrue(
        Files.readString(folder.resolve("d/log/stillpoint.log")).contains("no.such"),
        "the log names the package");
  }

  @Test
  void a_jar_that_is_no_bundle_is_named() throws Exception {
    stillpoint.bundle("broken", Map.of("Bundle-Version", "one"));

    refused(1, "fake-broken.jar cannot be installed: ", "--data", "d");
  }

  @Test
  void a_data_folder_that_is_a_file() throws Exception {
    Files.writeString(folder.resolve("f"), "");

    refused(6, "the data folder f cannot be used: it is not a folder.", "--data", "f");
    refused(6, "the data folder f/d cannot be used: ", "--data", "f/d");
  }

  @Test
  void a_folder_without_permission_to_write() throws Exception {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    List<String> prefix = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      prefix.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-xr-xr-x"));

    refused(
        stillpoint.startAs(prefix, "--data", "locked/d"),
        6,
        "the data folder locked/d cannot be used: no permission to write locked/d.");
  }

  @Test
  void folders_and_files_that_others_could_write() throws Exception {
    stillpoint.serve("--data", "d");
    assertEquals(0, stillpoint.start("stop", "--data", "d").awaitExit());
    Path data = folder.toRealPath().resolve("d");
    Files.writeString(data.resolve("deploy/a.jar"), "");

    for (String shared : List.of("", "etc", "deploy", "etc/stillpoint.cfg", "deploy/a.jar")) {
      Path path = data.resolve(shared);
      var mode = Files.getPosixFilePermissions(path);
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwx---"));
      refused(
          6,
          data.resolve(shared)
              + " is writable by other users (mode 770), who could make this server run their code."
              + " Run: chmod go-w ",
          "--data",
          "d");
      Files.setPosixFilePermissions(path, mode);
    }
  }

  @Test
  void files_of_another_user() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root can give files away");
    stillpoint.serve("--data", "d");
    assertEquals(0, stillpoint.start("stop", "--data", "d").awaitExit());
    Files.setAttribute(folder.resolve("d/etc/stillpoint.cfg"), "unix:uid", 65534);

    refused(6, "etc/stillpoint.cfg belongs to another user (uid 65534)", "--data", "d");
  }

  @Test
  void a_wrong_command_line() throws Exception {
    refused(2, "Unknown option --prot. --help explains the command line.", "--prot", "8000");
    refused(2, "--in-memory keeps nothing, so it has no use for", "--in-memory", "--data", "d");
  }

  @Test
  void an_installation_that_is_not_whole() throws Exception {
    stillpoint.environment(
        "STILLPOINT_JAVA_OPTS", "-Dstillpoint.home=" + Files.createDirectory(folder.resolve("e")));

    refused(1, "the build is not whole: ", "--data", "d");
  }
}
