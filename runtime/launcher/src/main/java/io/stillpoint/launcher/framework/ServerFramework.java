package io.stillpoint.launcher.framework;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import io.stillpoint.launcher.data.DataFolder;
import io.stillpoint.launcher.log.FrameworkLog;
import io.stillpoint.launcher.log.OsgiLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.felix.framework.FrameworkFactory;
import org.apache.felix.framework.util.FelixConstants;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.wiring.BundleRevision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Felix framework with the distribution's bundles. {@link #start} and {@link #stop} may come
 * from different threads; the others are for the thread that starts.
 */
public final class ServerFramework {
  private static final Logger LOG = LoggerFactory.getLogger(ServerFramework.class);

  private final Framework framework;
  private final Distribution distribution;

  private ServerFramework(Framework framework, Distribution distribution) {
    this.framework = framework;
    this.distribution = distribution;
  }

  /**
   * Prepares a framework on a data folder; nothing runs yet.
   *
   * @param settings further framework properties, for the bundles
   */
  public static ServerFramework create(
      Distribution distribution, DataFolder folder, Map<String, String> settings)
      throws LaunchException {
    Map<String, Object> properties = new HashMap<>(settings);
    properties.putAll(places(folder));
    try {
      properties.putAll(framework(distribution, folder));
    } catch (IOException e) {
      throw new LaunchException(
          ExitStatus.STORAGE, folder.cache() + " cannot be cleared: " + e.getMessage());
    }
    properties.putAll(fileInstall(folder));
    return new ServerFramework(new FrameworkFactory().newFramework(properties), distribution);
  }

  private static Map<String, String> places(DataFolder folder) {
    return Map.of(
        "stillpoint.data", folder.root().toString(),
        "stillpoint.etc", folder.etc().toString(),
        "stillpoint.deploy", folder.deploy().toString(),
        "stillpoint.run", folder.run().toString(),
        "stillpoint.cache", folder.cache().toString());
  }

  private static Map<String, Object> framework(Distribution distribution, DataFolder folder)
      throws IOException {
    // Always made anew: it is quick, and a cache that outlives an update of the bundles would run
    // the old ones.
    Path cache = folder.cache().resolve("framework");
    if (Files.exists(cache)) {
      DataFolder.deleteAll(cache);
    }
    int highest =
        distribution.bundles().stream()
            .mapToInt(Distribution.BundleFile::startLevel)
            .max()
            .orElseThrow();
    return Map.of(
        Constants.FRAMEWORK_STORAGE,
        cache.toString(),
        Constants.FRAMEWORK_BEGINNING_STARTLEVEL,
        Integer.toString(highest),
        FelixConstants.LOG_LOGGER_PROP,
        new FrameworkLog(),
        // One logging for the whole process: bundles use the launcher's SLF4J, and the Log
        // Service's
        // API is shared so that its entries can be read here.
        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
        String.join(
            ",",
            exported("org.slf4j", Logger.class),
            exported("org.slf4j.event", Logger.class),
            exported("org.slf4j.helpers", Logger.class),
            exported("org.slf4j.spi", Logger.class),
            "org.osgi.service.log;version=\"1.5\""));
  }

  private static String exported(String name, Class<?> sample) {
    return name + ";version=\"" + sample.getPackage().getImplementationVersion() + "\"";
  }

  /** Config Admin reads etc/; nothing else is watched, and nothing is written back. */
  private static Map<String, String> fileInstall(DataFolder folder) {
    return Map.of(
        "felix.fileinstall.dir", folder.etc().toString(),
        "felix.fileinstall.filter", ".*\\.(cfg|config)",
        "felix.fileinstall.tmpdir", folder.cache().resolve("fileinstall").toString(),
        "felix.fileinstall.enableConfigSave", "false",
        "felix.fileinstall.noInitialDelay", "true",
        "felix.fileinstall.poll", "500");
  }

  /**
   * Installs and starts every bundle; returns when all are started. What they offer may take
   * longer: {@link Readiness}.
   *
   * @throws LaunchException if a bundle cannot be installed or started, naming it
   */
  public void start() throws LaunchException {
    try {
      framework.init();
      BundleContext context = framework.getBundleContext();
      new OsgiLog(context).open();
      for (Distribution.BundleFile file : distribution.bundles()) {
        install(context, file);
      }
      framework.start();
    } catch (BundleException e) {
      throw failed(oneLine(e));
    }
    checkStarted();
  }

  /** Events tell of a bundle that did not start, but at a time of their own. */
  private void checkStarted() throws LaunchException {
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      boolean fragment =
          (bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) != 0;
      if (!fragment && (bundle.getState() & (Bundle.INSTALLED | Bundle.RESOLVED)) != 0) {
        try {
          // Fails again, and says why.
          bundle.start(Bundle.START_TRANSIENT);
        } catch (BundleException e) {
          throw failed("the bundle " + bundle.getSymbolicName() + " does not start: " + oneLine(e));
        }
      }
    }
  }

  private static void install(BundleContext context, Distribution.BundleFile file)
      throws LaunchException {
    try {
      Bundle bundle = context.installBundle(file.jar().toUri().toString());
      bundle.adapt(BundleStartLevel.class).setStartLevel(file.startLevel());
      if ((bundle.adapt(BundleRevision.class).getTypes() & BundleRevision.TYPE_FRAGMENT) == 0) {
        // The framework is not at its start level yet, so this only marks the bundle.
        bundle.start(Bundle.START_ACTIVATION_POLICY);
      }
    } catch (BundleException e) {
      throw failed(file.jar() + " cannot be installed: " + oneLine(e));
    }
  }

  private static LaunchException failed(String reason) {
    return new LaunchException(ExitStatus.FAILED, reason);
  }

  private static String oneLine(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String text = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return text.replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }

  /** What {@link Readiness} watches; not null once {@link #start} has begun to install. */
  public BundleContext context() {
    return framework.getBundleContext();
  }

  /** Waits, without a bound, until the framework has stopped, whoever stopped it. */
  public void awaitStop() throws InterruptedException {
    framework.waitForStop(0);
  }

  /**
   * Stops the bundles, from the highest start level down.
   *
   * @return whether all have stopped within the bound
   */
  public boolean stop(Duration bound) {
    try {
      framework.stop();
      return framework.waitForStop(bound.toMillis()).getType() != FrameworkEvent.WAIT_TIMEDOUT;
    } catch (BundleException e) {
      LOG.error("the framework does not stop", e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
