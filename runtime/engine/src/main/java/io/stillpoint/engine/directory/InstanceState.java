package io.stillpoint.engine.directory;

/**
 * One instance as operators and the control plane see it.
 *
 * @param properties what it declares
 * @param refused whether the directory does not take the service at all: another contract version,
 *     a second of its name, another cluster
 * @param admitted whether it was taken into service; calls pass if {@code problem} is empty too
 * @param problem empty if it can be called, else one sentence that says why not
 */
public record InstanceState(
    InstanceProperties properties, boolean refused, boolean admitted, String problem) {
  public String name() {
    return properties.name();
  }

  /** Whether calls pass now. */
  public boolean isServing() {
    return problem.isEmpty();
  }
}
