package io.stillpoint.api.backend;

/** Whether an instance can be called. */
public enum InstanceStatus {
  /** Registered, its database not reached yet; calls fail as transient. */
  CONNECTING,
  /** Serving. */
  SERVING,
  /** Not serving until its configuration or its database is changed; the reason says which. */
  FAILED
}
