package io.stillpoint.system;

import static org.ops4j.pax.exam.CoreOptions.bundle;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.systemPackages;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.ops4j.pax.exam.ExamSystem;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.TestContainer;
import org.ops4j.pax.exam.spi.PaxExamRuntime;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.util.tracker.ServiceTracker;

/**
 * The assembled server's own bundles in a real Felix framework inside this JVM, started by Pax
 * Exam, listening on a free port of the loopback interface. Nothing of the server is on the test's
 * class path: tests reach it over HTTP, or its services by name.
 */
public final class FelixServer implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final TestContainer container;
  private final BundleContext context;
  private final URI endpoint;

  private FelixServer(TestContainer container, BundleContext context, URI endpoint) {
    this.container = container;
    this.context = context;
    this.endpoint = endpoint;
  }

  /**
   * Starts a server on a data folder, which is laid out if it is empty.
   *
   * @param sqliteSettings lines of the home instance's configuration, such as {@code memory=true}
   */
  public static FelixServer start(Path data, String... sqliteSettings) {
    try {
      Path etc = Files.createDirectories(data.resolve("etc"));
      Files.createDirectories(data.resolve("data"));
      Files.write(
          etc.resolve("io.stillpoint.sqlite-local.cfg"),
          Stream.concat(Stream.of("instance=local"), Stream.of(sqliteSettings)).toList());
      ExamSystem system = PaxExamRuntime.createServerSystem(options(data, etc));
      TestContainer container = PaxExamRuntime.createContainer(system);
      container.start();
      BundleContext context = bundleContext(container);
      return new FelixServer(container, context, awaitEndpoint(context));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Option options(Path data, Path etc) throws IOException {
    Path distribution = Path.of(System.getProperty("stillpoint.distribution"));
    List<Option> bundles;
    try (Stream<Path> jars = Files.walk(distribution.resolve("bundles"))) {
      bundles =
          jars.filter(jar -> jar.toString().endsWith(".jar"))
              .sorted()
              .map(jar -> (Option) bundle(jar.toUri().toString()))
              .toList();
    }
    return composite(
        composite(bundles.toArray(Option[]::new)),
        systemPackages(
            "org.slf4j;version=\"2.0.17\"",
            "org.slf4j.event;version=\"2.0.17\"",
            "org.slf4j.helpers;version=\"2.0.17\"",
            "org.slf4j.spi;version=\"2.0.17\""),
        frameworkProperty("stillpoint.data").value(data.toString()),
        frameworkProperty("stillpoint.http.port").value("0"),
        frameworkProperty("felix.fileinstall.dir").value(etc.toString()),
        frameworkProperty("felix.fileinstall.enableConfigSave").value("false"),
        frameworkProperty("felix.fileinstall.noInitialDelay").value("true"),
        frameworkProperty("felix.fileinstall.poll").value("200"),
        frameworkProperty("felix.fileinstall.filter").value(".*\\.cfg"));
  }

  /** The framework that Pax Exam started; its container has no accessor for it. */
  private static BundleContext bundleContext(TestContainer container) {
    try {
      Field field = container.getClass().getDeclaredField("framework");
      field.setAccessible(true);
      return ((Framework) field.get(container)).getBundleContext();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Pax Exam's container changed its shape", e);
    }
  }

  private static URI awaitEndpoint(BundleContext context) {
    ServiceTracker<Object, String> tracker =
        new ServiceTracker<>(context, "io.stillpoint.http.Endpoint", null) {
          @Override
          public String addingService(ServiceReference<Object> reference) {
            return (String) reference.getProperty("stillpoint.http.address");
          }
        };
    tracker.open();
    try {
      String address = tracker.waitForService(START.toMillis());
      if (address == null) {
        throw new IllegalStateException("no endpoint listens after " + START);
      }
      awaitHome(context);
      return URI.create(address);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the endpoint came up", e);
    } finally {
      tracker.close();
    }
  }

  /** Waits until the engine lets calls through to the home instance. */
  private static void awaitHome(BundleContext context) throws InterruptedException {
    String filter =
        "(&(objectClass=io.stillpoint.engine.admin.ServingInstances)"
            + "(stillpoint.engine.serving=local))";
    ServiceTracker<Object, Object> tracker;
    try {
      tracker = new ServiceTracker<>(context, context.createFilter(filter), null);
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
    tracker.open(true);
    try {
      if (tracker.waitForService(START.toMillis()) == null) {
        throw new IllegalStateException("the instance 'local' does not serve after " + START);
      }
    } finally {
      tracker.close();
    }
  }

  /** Where it listens. */
  public URI endpoint() {
    return endpoint;
  }

  /** The framework's own context, to install, stop and look up by name. */
  public BundleContext context() {
    return context;
  }

  @Override
  public void close() {
    container.stop();
  }
}
