package io.stillpoint.engine.admin;

import java.util.Objects;

/**
 * One row of the list of backend instances. Text that a backend did not declare is empty.
 *
 * @param instance the instance's name, as tables are placed on it
 * @param backend the kind of backend, for example {@code sqlite}
 * @param bundle symbolic name and version of the bundle that provides it
 * @param status the service's {@code stillpoint.status} ({@code CONNECTING}, {@code SERVING},
 *     {@code FAILED}), or {@code REFUSED} where the directory did not take it
 * @param reason empty while it serves, else one sentence that says why not
 * @param home whether it is the home instance, which holds the name registry
 * @param durable whether acknowledged writes survive a stop of the server
 * @param atomicity {@code instance} or {@code partition}
 * @param scanOrder {@code key} or {@code token}
 */
public record BackendSummary(
    String instance,
    String backend,
    String bundle,
    String status,
    String reason,
    boolean home,
    boolean durable,
    String atomicity,
    String scanOrder) {
  public BackendSummary {
    Objects.requireNonNull(instance, "instance");
    Objects.requireNonNull(backend, "backend");
    Objects.requireNonNull(bundle, "bundle");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(atomicity, "atomicity");
    Objects.requireNonNull(scanOrder, "scanOrder");
  }
}
