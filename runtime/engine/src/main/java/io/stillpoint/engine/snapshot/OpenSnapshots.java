package io.stillpoint.engine.snapshot;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.backend.LiveNumber;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.UnsupportedException;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.ExportSummary;
import io.stillpoint.engine.admin.SnapshotCapacity;
import io.stillpoint.engine.admin.SnapshotSummary;
import io.stillpoint.engine.admin.Snapshots;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/**
 * The snapshots that this engine holds. One whose service goes is ended at once, in a thread of its
 * own, so that its reader learns it before the instance is aborted.
 */
@Component(service = Snapshots.class)
public final class OpenSnapshots implements Snapshots {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final BackendDirectory backends;
  private final NameRegistry registry;
  private final SnapshotDirectory directory;
  private final Map<Long, OpenSnapshot> open = new ConcurrentSkipListMap<>();
  private final AtomicLong ids = new AtomicLong();

  @Activate
  public OpenSnapshots(
      @Reference BackendDirectory backends,
      @Reference NameRegistry registry,
      @Reference SnapshotDirectory directory) {
    this.backends = backends;
    this.registry = registry;
    this.directory = directory;
    directory.onGone(this::endAllOf);
  }

  private void endAllOf(SnapshotEngine gone) {
    List<OpenSnapshot> theirs = open.values().stream().filter(one -> one.isOf(gone)).toList();
    if (!theirs.isEmpty()) {
      Thread ending =
          new Thread(
              () -> theirs.forEach(one -> one.end("its backend instance left service")),
              "stillpoint-snapshots");
      ending.setDaemon(true);
      ending.start();
    }
  }

  /** The engine stops: what it holds ends. */
  @Deactivate
  public void close() {
    directory.onGone(gone -> {});
    List.copyOf(open.values()).forEach(one -> one.end("the engine stopped"));
  }

  /**
   * Opens a snapshot of a table, wherever it is, and keeps it in the list until it is closed.
   *
   * @param holder what it is for, for the list
   * @throws AdminException if there is no such table, or its instance has no snapshots
   * @throws StorageException if the instance refuses
   * @throws ServiceException if the instance or the registry is away
   */
  OpenSnapshot open(String account, String table, String holder) {
    TableRegistration row =
        registry
            .find(account, table, Deadline.after(PATIENCE))
            .orElseThrow(
                () ->
                    new AdminException(
                        "There is no table "
                            + table
                            + " of account "
                            + account
                            + "; table:list shows what there is."));
    SnapshotEngine engine = directory.snapshots(row.instance());
    long id = ids.incrementAndGet();
    OpenSnapshot snapshot =
        new OpenSnapshot(
            id,
            account,
            table,
            row.instance(),
            holder,
            engine,
            engine.openTableSnapshot(account, table),
            () -> open.remove(id));
    open.put(id, snapshot);
    return snapshot;
  }

  @Override
  public List<SnapshotSummary> list() {
    return open.values().stream().map(OpenSnapshot::summary).toList();
  }

  @Override
  public List<SnapshotCapacity> capacities() {
    List<SnapshotCapacity> capacities = new ArrayList<>();
    for (String instance : directory.instances()) {
      try (Lease<StorageEngine> lease = backends.lease(instance)) {
        Limits limits = lease.service().limits();
        capacities.add(
            new SnapshotCapacity(
                instance,
                limits.permits(),
                limits.freePermits(),
                lease.service().numbers().stream()
                    .collect(Collectors.toMap(LiveNumber::name, LiveNumber::value))));
      } catch (ServiceException e) {
        // It does not serve: it allows none, and backend:list says why.
        capacities.add(new SnapshotCapacity(instance, 0, 0, Map.of()));
      }
    }
    return capacities;
  }

  @Override
  public void close(long id) {
    OpenSnapshot snapshot = open.get(id);
    if (snapshot == null) {
      throw new AdminException(
          "No snapshot " + id + " is open; snapshot:list shows those that are.");
    }
    snapshot.end("snapshot:close ended it");
  }

  @Override
  public ExportSummary export(
      String account,
      String table,
      Path file,
      long itemsPerSecond,
      Predicate<ExportSummary> progress) {
    requireFree(file);
    try (OpenSnapshot snapshot = open(account, table, "export to " + file)) {
      return new ItemExport(snapshot, file, itemsPerSecond, progress).run();
    } catch (UnsupportedException e) {
      throw new AdminException(
          e.getMessage() + " Without snapshots the table can be neither exported nor backed up.");
    } catch (StorageException | ServiceException e) {
      throw new AdminException("Table " + table + " was not exported: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw new AdminException("Table " + table + " has an item that is none: " + e.getMessage());
    } catch (IOException e) {
      throw new AdminException(file + " cannot be written: " + e);
    }
  }

  @Override
  public long copy(String instance, Path file, LongConsumer progress) {
    requireFree(file);
    try {
      return directory.copies(instance).copyTo(file, progress);
    } catch (StorageException | ServiceException e) {
      throw new AdminException("'" + instance + "' was not copied: " + e.getMessage());
    } catch (FileAlreadyExistsException e) {
      throw exists(file);
    } catch (IOException e) {
      throw new AdminException(file + " cannot be written: " + e);
    }
  }

  private static void requireFree(Path file) {
    if (!file.isAbsolute()) {
      throw new AdminException(
          "Give an absolute path: the server writes the file, from another folder than yours.");
    }
    if (Files.exists(file)) {
      throw exists(file);
    }
    if (!Files.isDirectory(file.getParent())) {
      throw new AdminException("There is no folder " + file.getParent() + "; make it first.");
    }
  }

  private static AdminException exists(Path file) {
    return new AdminException(file + " exists; choose another name, or remove it.");
  }
}
