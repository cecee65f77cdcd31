package io.stillpoint.engine.table;

import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Finds the table of an account and name. What was found is kept, so that the common request does
 * no look-up, and goes on serving while the registry is away; the backend's fence tells when it is
 * outdated ({@link #reopen}). Whatever registry and instance throw passes through ({@code
 * StorageException}). Thread safe.
 */
@Component(service = TableDirectory.class)
public final class TableDirectory {
  private static final String NOT_FOUND = "Requested resource not found";

  private final BackendDirectory backends;
  private final NameRegistry registry;
  private final Map<Name, OpenTable> open = new ConcurrentHashMap<>();

  private record Name(String account, String table) {}

  @Activate
  public TableDirectory(@Reference BackendDirectory backends, @Reference NameRegistry registry) {
    this.backends = backends;
    this.registry = registry;
  }

  /** The table, if that needs no look-up; null if it does: then call {@link #open} on a worker. */
  public OpenTable cached(String account, String name) {
    return open.get(new Name(account, name));
  }

  /**
   * The table of a name. Does no I/O if it was opened before, else blocks.
   *
   * @throws ServiceException RESOURCE_NOT_FOUND if there is none or it does not serve yet or any
   *     more; SERVICE_UNAVAILABLE if registry or instance is away
   */
  public OpenTable open(String account, String name, Deadline deadline) {
    OpenTable cached = cached(account, name);
    return cached != null ? cached : look(account, name, deadline);
  }

  /**
   * The table again, after the backend said that the revision is not the current one. Blocks.
   *
   * @throws ServiceException as {@link #open}
   */
  public OpenTable reopen(OpenTable stale, Deadline deadline) {
    TableDefinition known = stale.definition();
    Name name = new Name(known.account(), known.name());
    OpenTable now = open.get(name);
    if (now != null && !now.equals(stale)) {
      // Somebody else was told before and has looked already.
      return now;
    }
    open.remove(name, stale);
    // The instance alone knows the definition, so this works while the registry is away.
    Optional<StoredTable> stored = describe(stale.instance(), known.id(), deadline);
    if (stored.isPresent() && serves(stored.get())) {
      return keep(stored.get(), stale.instance());
    }
    return look(known.account(), known.name(), deadline);
  }

  /** Keeps what a change of the definition led to, or forgets the table if it does not serve. */
  public void changed(StoredTable table, String instance) {
    if (serves(table)) {
      keep(table, instance);
    } else {
      forget(table.account(), table.name());
    }
  }

  /** The next {@link #open} looks again. */
  public void forget(String account, String name) {
    open.remove(new Name(account, name));
  }

  /** The instance's own answer about a table. */
  Optional<StoredTable> describe(String instance, TableId table, Deadline deadline) {
    try (Lease<StorageEngine> lease = backends.lease(instance)) {
      return lease.service().describe(table, deadline);
    }
  }

  private OpenTable look(String account, String name, Deadline deadline) {
    TableRegistration row =
        registry.find(account, name, deadline).orElseThrow(TableDirectory::notFound);
    StoredTable stored =
        describe(row.instance(), row.table(), deadline)
            .filter(TableDirectory::serves)
            .orElseThrow(TableDirectory::notFound);
    return keep(stored, row.instance());
  }

  private OpenTable keep(StoredTable stored, String instance) {
    OpenTable found =
        new OpenTable(TableDocument.decode(stored.document()), stored.revision(), instance);
    // A slow look-up must not replace what a later one found.
    return open.merge(
        new Name(stored.account(), stored.name()),
        found,
        (old, fresh) ->
            old.id().equals(fresh.id()) && old.revision() > fresh.revision() ? old : fresh);
  }

  private static boolean serves(StoredTable table) {
    return table.state() == TableState.LIVE
        && TableDocument.decode(table.document()).status() != TableStatus.CREATING;
  }

  /** The refusal of item operations on a table that is not there. */
  public static ServiceException notFound() {
    return new ServiceException(ErrorType.RESOURCE_NOT_FOUND, NOT_FOUND);
  }

  /** The refusal of DescribeTable and the other operations that name the table they miss. */
  public static ServiceException notFound(String table) {
    return new ServiceException(
        ErrorType.RESOURCE_NOT_FOUND, NOT_FOUND + ": Table: " + table + " not found");
  }
}
