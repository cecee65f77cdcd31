package io.stillpoint.engine.operation;

import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.table.TableDirectory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Gives calls the tables they name and the storage those are on, for as long as the call lasts, and
 * runs a call again under the new definition when the backend says that the old one is outdated: a
 * stale call has changed nothing. Thread safe.
 */
public final class TableAccess {
  /** Between two looks at a definition that is just being changed. */
  private static final Duration PAUSE = Duration.ofMillis(5);

  private final BackendDirectory backends;
  private final TableDirectory tables;

  public TableAccess(BackendDirectory backends, TableDirectory tables) {
    this.backends = backends;
    this.tables = tables;
  }

  /**
   * What is done with a table.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  public interface OnTable<T> {
    /** May be called several times; whatever it throws but a stale revision ends the call. */
    T apply(OpenTable table, StorageEngine storage);
  }

  /**
   * What is done with several tables of one instance.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  public interface OnTables<T> {
    /** As {@link OnTable#apply}; the tables are by {@link TableRef#name}. */
    T apply(Map<String, OpenTable> tables, StorageEngine storage);
  }

  /**
   * Runs a call on a table.
   *
   * @throws ServiceException RESOURCE_NOT_FOUND if there is no such table (any more);
   *     SERVICE_UNAVAILABLE if its instance is away
   */
  public <T> T on(String account, TableRef ref, Deadline deadline, OnTable<T> call) {
    OpenTable table = open(account, ref, deadline);
    while (true) {
      try (Lease<StorageEngine> lease = backends.lease(table.instance())) {
        return call.apply(table, lease.service());
      } catch (StaleRevisionException e) {
        table = reopen(table, deadline);
      }
    }
  }

  /**
   * Runs a call on tables that must lie on one instance.
   *
   * @throws ServiceException as {@link #on}; VALIDATION, naming tables and instances, if they do
   *     not
   */
  public <T> T onAll(String account, List<TableRef> refs, Deadline deadline, OnTables<T> call) {
    Map<String, OpenTable> opened = new LinkedHashMap<>();
    for (TableRef ref : refs) {
      if (!opened.containsKey(ref.name())) {
        opened.put(ref.name(), open(account, ref, deadline));
      }
    }
    while (true) {
      try (Lease<StorageEngine> lease = backends.lease(onlyInstance(opened))) {
        return call.apply(opened, lease.service());
      } catch (StaleRevisionException e) {
        opened.replaceAll((name, table) -> reopen(table, deadline));
      }
    }
  }

  /**
   * The table of a name.
   *
   * @throws ServiceException as {@link #on}
   */
  public OpenTable open(String account, TableRef ref, Deadline deadline) {
    if (ref.account() != null && !ref.account().equals(account)) {
      throw TableDirectory.notFound();
    }
    return tables.open(account, ref.name(), deadline);
  }

  /**
   * The instance that has a table, if that is known without asking anyone.
   *
   * @return null if it is not
   */
  public String knownInstance(String account, TableRef ref) {
    OpenTable table = tables.cached(account, ref.name());
    return table == null ? null : table.instance();
  }

  /**
   * The table as its instance has it now, for callers that must not refuse by an outdated
   * definition.
   *
   * @throws ServiceException as {@link #on}
   */
  public OpenTable latest(OpenTable table, Deadline deadline) {
    return tables.reopen(table, deadline);
  }

  private OpenTable reopen(OpenTable table, Deadline deadline) {
    OpenTable now = tables.reopen(table, deadline);
    if (now.equals(table)) {
      // The fence was raised but the definition is not readable yet.
      if (deadline.hasPassed()) {
        throw new TransientException(
            "The definition of table '"
                + table.definition().name()
                + "' was being changed for too long. The request was not applied; send it again.");
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
    return now;
  }

  private static String onlyInstance(Map<String, OpenTable> opened) {
    TreeSet<String> instances =
        opened.values().stream()
            .map(OpenTable::instance)
            .collect(Collectors.toCollection(TreeSet::new));
    if (instances.size() > 1) {
      throw ServiceException.validation(
          "A transaction's tables must lie on one backend instance, but "
              + opened.entrySet().stream()
                  .map(
                      entry ->
                          "'" + entry.getKey() + "' is on '" + entry.getValue().instance() + "'")
                  .collect(Collectors.joining(", "))
              + ". Nothing was written.");
    }
    return instances.first();
  }
}
