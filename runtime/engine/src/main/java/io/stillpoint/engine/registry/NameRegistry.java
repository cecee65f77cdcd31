package io.stillpoint.engine.registry;

import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.settings.SettingsSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Reads and writes the rows of the registry on the home instance. Every call blocks and throws a
 * {@code ServiceException} SERVICE_UNAVAILABLE while the home instance is away, and whatever its
 * coordination store throws. Thread safe.
 */
@Component(service = NameRegistry.class)
public final class NameRegistry {
  static final String COLLECTION = "table";

  private final BackendDirectory directory;
  private final Supplier<String> home;

  /** As the framework uses it. */
  @Activate
  public NameRegistry(@Reference BackendDirectory directory, @Reference SettingsSource settings) {
    this(directory, () -> settings.current().home());
  }

  /**
   * @param home the name of the home instance, as configured now
   */
  public NameRegistry(BackendDirectory directory, Supplier<String> home) {
    this.directory = directory;
    this.home = home;
  }

  /** The table of a name, whatever its state. */
  public Optional<TableRegistration> find(String account, String name, Deadline deadline) {
    try (Lease<CoordinationStore> lease = lease()) {
      return lease
          .service()
          .revisions()
          .get(COLLECTION, key(account, name), deadline)
          .map(NameRegistry::row);
    }
  }

  /**
   * An account's tables in the order of their names' UTF-8 bytes.
   *
   * @param after only names greater than this one; empty for all
   * @param limit at most so many
   */
  public List<TableRegistration> list(String account, String after, int limit, Deadline deadline) {
    try (Lease<CoordinationStore> lease = lease()) {
      return lease
          .service()
          .revisions()
          .list(COLLECTION, key(account, after), limit, deadline)
          .stream()
          .map(NameRegistry::row)
          .filter(row -> row.account().equals(account))
          .toList();
    }
  }

  /** Every account's tables, by account, then name; one page at a time. */
  public List<TableRegistration> listAll(TableRegistration after, int limit, Deadline deadline) {
    try (Lease<CoordinationStore> lease = lease()) {
      String afterKey = after == null ? "" : key(after.account(), after.name());
      return lease.service().revisions().list(COLLECTION, afterKey, limit, deadline).stream()
          .map(NameRegistry::row)
          .toList();
    }
  }

  /** Adds a row; a row of the same table that is there already is the same. */
  public void add(TableRegistration row, Deadline deadline) {
    try (Lease<CoordinationStore> lease = lease()) {
      lease
          .service()
          .revisions()
          .create(COLLECTION, key(row.account(), row.name()), row.encode(), deadline);
    } catch (StaleRevisionException e) {
      boolean same =
          find(row.account(), row.name(), deadline)
              .filter(there -> there.table().equals(row.table()))
              .isPresent();
      if (!same) {
        throw e;
      }
    }
  }

  /** Removes the row of a table; one that is gone, or that is another table's by now, stays so. */
  public void remove(String account, String name, TableId table, Deadline deadline) {
    Optional<TableRegistration> row =
        find(account, name, deadline).filter(there -> there.table().equals(table));
    if (row.isEmpty()) {
      return;
    }
    try (Lease<CoordinationStore> lease = lease()) {
      lease
          .service()
          .revisions()
          .delete(COLLECTION, key(account, name), row.get().revision(), deadline);
    } catch (StaleRevisionException e) {
      if (e.currentRevision() != 0) {
        throw e;
      }
    }
  }

  /** Lends the home instance's coordination store. */
  public Lease<CoordinationStore> lease() {
    return directory.leaseCoordination(home.get());
  }

  private static String key(String account, String name) {
    return account + "/" + name;
  }

  private static TableRegistration row(RevisionedRow row) {
    return TableRegistration.decode(row.value(), row.revision());
  }
}
