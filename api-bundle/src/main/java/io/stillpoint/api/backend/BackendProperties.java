package io.stillpoint.api.backend;

/**
 * The service properties that a backend instance registers its services with (RT-1). The engine
 * reads them before it calls anything; tools read them without a class of ours. Every property is
 * required unless it says otherwise.
 */
public final class BackendProperties {
  /** String: the instance's name, unique in a server; letters, digits, {@code -} and {@code _}. */
  public static final String INSTANCE = "stillpoint.instance";

  /** String: the backend's name, such as {@code sqlite}. */
  public static final String BACKEND = "stillpoint.backend";

  /** String: the contract version that it was built for: {@link #CONTRACT_VERSION}. */
  public static final String CONTRACT = "stillpoint.contract";

  /**
   * String: an {@link InstanceStatus} by name. Changed in place as the instance connects or fails.
   */
  public static final String STATUS = "stillpoint.status";

  /** String, optional: one sentence that says why it is not SERVING and what to do. */
  public static final String STATUS_REASON = "stillpoint.status.reason";

  /** Integer: how many calls may run at once; the engine takes this bulkhead before a thread. */
  public static final String CONCURRENCY = "stillpoint.concurrency";

  /** Integer: snapshots that may be open at once (SNAP-8). */
  public static final String PERMITS = "stillpoint.permits";

  /** Integer: long holders (backup, restore, in-memory copy) that may exist at once (SNAP-8). */
  public static final String SLOTS = "stillpoint.slots";

  /** String: an {@link UpdateMode} by name. */
  public static final String UPDATE_MODE = "stillpoint.updateMode";

  /** Boolean: whether what was committed survives the end of the process. */
  public static final String DURABLE = "stillpoint.durable";

  /** String: an {@link Atomicity} by name. */
  public static final String ATOMICITY = "stillpoint.atomicity";

  /** String: a {@link ScanOrder} by name. */
  public static final String SCAN_ORDER = "stillpoint.scanOrder";

  /** Long, milliseconds: how long a control-plane transition takes at least (DROP-10). */
  public static final String CONTROL_PLANE_DELAY = "stillpoint.controlPlaneDelay";

  /**
   * The namespace of the capability that a backend's bundle provides in its manifest (VEND-4), so
   * that a stopped bundle can be told from others: {@code
   * stillpoint.backend;stillpoint.backend=sqlite;pid="io.stillpoint.sqlite"}. Its attributes are
   * {@link #BACKEND} and {@link #CAPABILITY_PID}.
   */
  public static final String CAPABILITY = "stillpoint.backend";

  /** Attribute of {@link #CAPABILITY}: the factory PID of its instances' configurations. */
  public static final String CAPABILITY_PID = "pid";

  /** The version of the contract that this API is. */
  public static final String CONTRACT_VERSION = "0.1";

  private BackendProperties() {}
}
