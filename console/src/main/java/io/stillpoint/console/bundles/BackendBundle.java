package io.stillpoint.console.bundles;

import java.util.List;
import org.osgi.framework.Bundle;

/**
 * A bundle that provides a backend.
 *
 * @param backend the backend's name, such as {@code sqlite}
 * @param pid the factory PID of its instances' configurations
 */
public record BackendBundle(String backend, String pid, Bundle bundle) {
  /** Symbolic name and version. */
  public String title() {
    return bundle.getSymbolicName() + " " + bundle.getVersion();
  }

  /** The framework's word for the bundle's state. */
  public String state() {
    return switch (bundle.getState()) {
      case Bundle.ACTIVE -> "ACTIVE";
      case Bundle.STARTING -> "STARTING";
      case Bundle.STOPPING -> "STOPPING";
      case Bundle.RESOLVED -> "STOPPED";
      case Bundle.INSTALLED -> "UNRESOLVED";
      default -> "UNINSTALLED";
    };
  }

  public boolean isActive() {
    return bundle.getState() == Bundle.ACTIVE;
  }

  /**
   * One configured instance of a backend.
   *
   * @param instance its name
   * @param pid the configuration's PID
   * @param file the file it was read from; empty if it came another way
   * @param keys the keys that it sets. Never the values: one may be a secret.
   */
  public record ConfiguredInstance(String instance, String pid, String file, List<String> keys) {}
}
