package io.stillpoint.launcher.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The built server with the bundles of a test's choice, called through the real bin/stillpoint. Its
 * framework, engine and console bundles are the built ones; home and endpoint are {@link
 * FakeBundle}s.
 */
public final class Installation implements AutoCloseable {
  /** System property of the build: the assembled distribution. */
  private static final String DISTRIBUTION = "stillpoint.distribution";

  /** A short life: half the processor time of the flags that suit a server. */
  private static final String FAST = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dstillpoint.home=";

  private final Path script;
  private final Path home;
  private final Path folder;
  private final Map<String, String> environment = new HashMap<>();
  private final List<StillpointProcess> started = new ArrayList<>();

  private Installation(Path script, Path home, Path folder) {
    this.script = script;
    this.home = home;
    this.folder = folder;
  }

  /**
   * Makes an installation whose home serves and whose endpoint listens.
   *
   * @param folder an empty folder, also the one in which commands are run
   */
  public static Installation in(Path folder) throws IOException {
    Path built = Path.of(System.getProperty(DISTRIBUTION)).toRealPath();
    Path home = folder.resolve("installation");
    copy(built, home, "bundles/1-framework", ".*");
    copy(built, home, "bundles/3-engine", "stillpoint-api.jar");
    copy(built, home, "bundles/4-entrances", "stillpoint-console.jar");
    FakeBundle.writeWithoutComponents(
        home.resolve("bundles/3-engine/stillpoint-engine.jar"),
        built.resolve("bundles/3-engine/stillpoint-engine.jar"));
    Path root = built.resolve("../../../..").normalize();
    Installation installation = new Installation(root.resolve("bin/stillpoint"), home, folder);
    installation.environment.put("STILLPOINT_JAVA_OPTS", FAST + home);
    installation.bundle("home", Map.of(FakeBundle.HOME, FakeBundle.SERVING));
    installation.bundle("engine", Map.of(FakeBundle.ENGINE, FakeBundle.OPEN));
    installation.bundle("endpoint", Map.of(FakeBundle.ENDPOINT, FakeBundle.LISTENING));
    return installation;
  }

  /**
   * The built distribution as it is, nothing replaced.
   *
   * @param folder the folder in which commands are run
   */
  public static Installation built(Path folder) throws IOException {
    Path built = Path.of(System.getProperty(DISTRIBUTION)).toRealPath();
    Path root = built.resolve("../../../..").normalize();
    return new Installation(root.resolve("bin/stillpoint"), built, folder);
  }

  private static void copy(Path built, Path home, String part, String names) throws IOException {
    Path to = Files.createDirectories(home.resolve(part));
    try (Stream<Path> jars = Files.list(built.resolve(part))) {
      for (Path jar : jars.toList()) {
        if (jar.getFileName().toString().matches(names)) {
          Files.copy(jar, to.resolve(jar.getFileName()));
        }
      }
    }
  }

  /** Adds a fake bundle, or replaces one of the same name. */
  public Installation bundle(String name, Map<String, String> headers) throws IOException {
    return bundle("5-fakes", name, headers);
  }

  /** Adds a fake bundle at a start level, as the built ones are laid out. */
  public Installation bundle(String part, String name, Map<String, String> headers)
      throws IOException {
    Path jar = home.resolve("bundles").resolve(part).resolve("fake-" + name + ".jar");
    FakeBundle.write(jar, headers);
    return this;
  }

  /** Sets a variable of the environment for the processes to come. */
  public Installation environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public Path script() {
    return script;
  }

  public Path folder() {
    return folder;
  }

  /** Runs bin/stillpoint with these words. */
  public StillpointProcess start(String... words) throws IOException {
    return startAs(List.of(), words);
  }

  /** Runs any command line in the folder. */
  public StillpointProcess run(List<String> command) throws IOException {
    StillpointProcess process = StillpointProcess.start(folder, environment, command);
    started.add(process);
    return process;
  }

  /** Runs bin/stillpoint behind another program that takes its command line, such as setpriv. */
  public StillpointProcess startAs(List<String> prefix, String... words) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(script.toString());
    command.addAll(List.of(words));
    return run(command);
  }

  /** Starts a server and waits until it serves. */
  public StillpointProcess serve(String... words) throws IOException, InterruptedException {
    StillpointProcess server = start(words);
    server.awaitLine("serves DynamoDB requests");
    return server;
  }

  /** Ends the processes that still run. */
  @Override
  public void close() {
    started.forEach(StillpointProcess::kill);
  }
}
