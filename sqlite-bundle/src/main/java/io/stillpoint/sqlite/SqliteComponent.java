package io.stillpoint.sqlite;

import io.stillpoint.api.backend.Atomicity;
import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.backend.OnlineCopy;
import io.stillpoint.api.backend.ScanOrder;
import io.stillpoint.api.backend.UpdateMode;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.sqlite.coordination.SqliteCoordination;
import io.stillpoint.sqlite.database.Slots;
import io.stillpoint.sqlite.storage.CurrentStorage;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one instance for each factory configuration and registers its services (RT-1). */
@Component(
    name = SqliteComponent.PID,
    configurationPid = SqliteComponent.PID,
    configurationPolicy = ConfigurationPolicy.REQUIRE,
    immediate = true,
    service = {})
@Designate(ocd = SqliteConfiguration.class, factory = true)
public final class SqliteComponent {
  /** The factory PID. */
  static final String PID = "io.stillpoint.sqlite";

  private static final Logger LOG = LoggerFactory.getLogger(SqliteComponent.class);

  private final Settings settings;

  /** Null where the configuration is refused: then the services say so, and no more. */
  private final SqliteInstance instance;

  private final List<ServiceRegistration<?>> registrations;
  private InstanceStatus status = InstanceStatus.CONNECTING;
  private String reason;
  private boolean registered;

  /**
   * Registers the services as CONNECTING and returns; the database is opened on another thread. A
   * configuration with a bad value is registered as FAILED, so that the server and its operator see
   * why, as they see why a database cannot be opened.
   *
   * @throws IllegalArgumentException if the bad value is the instance's name
   */
  @Activate
  public SqliteComponent(BundleContext context, Map<String, Object> configuration) {
    Settings configured = null;
    try {
      configured = ConfiguredSettings.of(configuration);
    } catch (IllegalArgumentException e) {
      status = InstanceStatus.FAILED;
      reason = "Its configuration is refused: " + e.getMessage() + ".";
      LOG.error("Instance '{}': {}", configuration.get("instance"), reason);
    }
    settings =
        configured != null
            ? configured
            : Settings.memory(String.valueOf(configuration.get("instance")));
    instance = configured == null ? null : SqliteInstance.start(settings, this::statusChanged);
    StorageEngine storage =
        instance != null
            ? instance.storage()
            : new CurrentStorage(
                () -> {
                  throw refusal();
                },
                new Slots(settings.instance(), settings.slots()),
                () -> {});
    CoordinationStore coordination =
        instance != null
            ? instance.coordination()
            : new SqliteCoordination(
                () -> {
                  throw refusal();
                });
    synchronized (this) {
      List<ServiceRegistration<?>> services = new ArrayList<>();
      if (instance != null) {
        services.add(
            context.registerService(SnapshotEngine.class, instance.snapshots(), properties()));
        if (!settings.inMemory()) {
          services.add(context.registerService(OnlineCopy.class, instance.copies(), properties()));
        }
      }
      services.add(context.registerService(StorageEngine.class, storage, properties()));
      services.add(context.registerService(CoordinationStore.class, coordination, properties()));
      registrations = List.copyOf(services);
      registered = true;
    }
  }

  private TransientException refusal() {
    return new TransientException("Instance '" + settings.instance() + "': " + reason);
  }

  private synchronized void statusChanged(InstanceStatus newStatus, String newReason) {
    status = newStatus;
    reason = newReason;
    if (registered) {
      registrations.forEach(registration -> registration.setProperties(properties()));
    }
  }

  private Dictionary<String, Object> properties() {
    Map<String, Object> properties = new HashMap<>();
    properties.put(BackendProperties.INSTANCE, settings.instance());
    properties.put(BackendProperties.BACKEND, "sqlite");
    properties.put(BackendProperties.CONTRACT, BackendProperties.CONTRACT_VERSION);
    properties.put(BackendProperties.STATUS, status.name());
    if (reason != null) {
      properties.put(BackendProperties.STATUS_REASON, reason);
    }
    properties.put(BackendProperties.CONCURRENCY, settings.concurrency());
    properties.put(BackendProperties.PERMITS, settings.slots());
    properties.put(BackendProperties.SLOTS, settings.slots());
    properties.put(BackendProperties.UPDATE_MODE, UpdateMode.EXCLUSIVE.name());
    properties.put(BackendProperties.DURABLE, !settings.inMemory());
    properties.put(BackendProperties.ATOMICITY, Atomicity.INSTANCE.name());
    properties.put(BackendProperties.SCAN_ORDER, ScanOrder.KEY.name());
    properties.put(BackendProperties.CONTROL_PLANE_DELAY, settings.controlPlaneDelay().toMillis());
    return FrameworkUtil.asDictionary(properties);
  }

  /** Unregisters, so that the engine drains and aborts; then closes the database. */
  @Deactivate
  void deactivate() {
    synchronized (this) {
      registered = false;
    }
    registrations.forEach(ServiceRegistration::unregister);
    if (instance != null) {
      instance.close();
    }
  }
}
