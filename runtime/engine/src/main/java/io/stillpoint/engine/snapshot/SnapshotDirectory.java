package io.stillpoint.engine.snapshot;

import io.stillpoint.api.backend.OnlineCopy;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.InstanceProperties;
import io.stillpoint.engine.directory.Lease;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * The optional services of backend instances that snapshots and copies come from. Which instances
 * may be called is the backend directory's to say; this one knows what they offer beside storage.
 * Thread safe. Usable without OSGi.
 */
@Component(service = SnapshotDirectory.class)
public final class SnapshotDirectory {
  private final BackendDirectory backends;
  private final Map<String, SnapshotEngine> snapshots = new ConcurrentHashMap<>();
  private final Map<String, OnlineCopy> copies = new ConcurrentHashMap<>();
  private volatile Consumer<SnapshotEngine> onGone = gone -> {};

  @Activate
  public SnapshotDirectory(@Reference BackendDirectory backends) {
    this.backends = backends;
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY,
      unbind = "removeSnapshots")
  public void addSnapshots(SnapshotEngine engine, Map<String, ?> properties) {
    snapshots.putIfAbsent(InstanceProperties.of(properties).name(), engine);
  }

  /** A service is going away: what it opened ends. Returns at once. */
  public void removeSnapshots(SnapshotEngine engine) {
    snapshots.values().remove(engine);
    onGone.accept(engine);
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY,
      unbind = "removeCopies")
  public void addCopies(OnlineCopy copy, Map<String, ?> properties) {
    copies.putIfAbsent(InstanceProperties.of(properties).name(), copy);
  }

  /** A service is going away. */
  public void removeCopies(OnlineCopy copy) {
    copies.values().remove(copy);
  }

  /** Asks to be told of each service that goes, in a bundle's callback; replaces the last one. */
  void onGone(Consumer<SnapshotEngine> listener) {
    onGone = listener;
  }

  /** The instances that have snapshots. */
  SortedSet<String> instances() {
    return new TreeSet<>(snapshots.keySet());
  }

  /**
   * An instance's snapshots.
   *
   * @throws AdminException if it has none
   * @throws io.stillpoint.engine.error.ServiceException if the instance does not serve
   */
  SnapshotEngine snapshots(String instance) {
    try (Lease<StorageEngine> lease = backends.lease(instance)) {
      SnapshotEngine engine = snapshots.get(instance);
      if (engine == null) {
        throw new AdminException(
            "The backend instance '"
                + instance
                + "' ("
                + lease.properties().backend()
                + ") has no snapshots: it cannot fix one instant across a table, so its tables can"
                + " be neither exported nor backed up.");
      }
      return engine;
    }
  }

  /**
   * What copies an instance's database.
   *
   * @throws AdminException if nothing does
   * @throws io.stillpoint.engine.error.ServiceException if the instance does not serve
   */
  OnlineCopy copies(String instance) {
    try (Lease<StorageEngine> lease = backends.lease(instance)) {
      OnlineCopy copy = copies.get(instance);
      if (copy == null) {
        throw new AdminException(
            "The backend instance '"
                + instance
                + "' ("
                + lease.properties().backend()
                + ") has no file to copy; export its tables with snapshot:export.");
      }
      return copy;
    }
  }
}
