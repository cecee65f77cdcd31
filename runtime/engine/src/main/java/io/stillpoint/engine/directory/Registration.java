package io.stillpoint.engine.directory;

import java.util.Objects;

/**
 * One service of one instance, from the moment it is registered until it is gone. {@link #problem}
 * is null exactly while it may be called.
 */
final class Registration<S> {
  private final S service;
  private final Gate gate = new Gate();
  private volatile InstanceProperties properties;
  private volatile boolean admitted;
  private volatile String refusal;
  private volatile String problem;

  Registration(S service, InstanceProperties properties, String refusal, boolean admitted) {
    this.service = Objects.requireNonNull(service, "service");
    this.properties = Objects.requireNonNull(properties, "properties");
    this.refusal = refusal;
    this.admitted = admitted;
    judge();
  }

  S service() {
    return service;
  }

  Gate gate() {
    return gate;
  }

  InstanceProperties properties() {
    return properties;
  }

  /** Why the directory does not take it at all, or null. */
  String refusal() {
    return refusal;
  }

  /** Why it cannot be called now, a whole sentence; null if it can. */
  String problem() {
    return problem;
  }

  boolean isAdmitted() {
    return admitted;
  }

  synchronized void update(InstanceProperties newProperties, String newRefusal) {
    properties = newProperties;
    refusal = newRefusal;
    judge();
  }

  /** Lets calls through, unless its own status or a refusal forbids. */
  synchronized void admit() {
    admitted = true;
    judge();
  }

  synchronized void refuse(String reason) {
    refusal = reason;
    judge();
  }

  private void judge() {
    if (refusal != null) {
      problem = refusal;
      return;
    }
    problem =
        switch (properties.status()) {
          case SERVING ->
              admitted
                  ? null
                  : "The backend instance '" + properties.name() + "' is being taken into service.";
          case CONNECTING ->
              "The backend instance '"
                  + properties.name()
                  + "' is connecting to its database."
                  + detail();
          case FAILED -> "The backend instance '" + properties.name() + "' has failed." + detail();
        };
  }

  private String detail() {
    return properties.reason().isEmpty() ? "" : " " + properties.reason();
  }
}
