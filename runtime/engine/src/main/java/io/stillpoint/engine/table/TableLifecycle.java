package io.stillpoint.engine.table;

import io.stillpoint.api.error.OutcomeUnknownException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableIntent;
import io.stillpoint.engine.registry.TableIntents;
import io.stillpoint.engine.registry.TableRegistration;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates and deletes tables so that an end of the process between any two steps leaves nothing
 * that is not settled later (RT-11). The steps are: an intent, which has the name to itself; the
 * backend's table; the registry's row; the end of the intent. Both operations settle forwards:
 * every step can be repeated, so whoever finds an intent only has to do all of them again.
 *
 * <p>Blocks; thread safe. Throws {@code ServiceException}, and {@code StorageException} where a
 * backend refused and nothing was changed.
 */
public final class TableLifecycle {
  /** A step that is done. */
  enum Step {
    INTENT,
    BACKEND,
    REGISTRY,
    COMPLETE
  }

  private static final Logger LOG = LoggerFactory.getLogger(TableLifecycle.class);

  private final BackendDirectory backends;
  private final NameRegistry registry;
  private final TableIntents intents;
  private final TableDirectory tables;
  private final Clock clock;
  private final Consumer<Step> reached;

  /** Intents that a call is working on, which nobody else must settle meanwhile. */
  private final Set<String> driven = ConcurrentHashMap.newKeySet();

  private final Map<String, TableIntent> deletions = new ConcurrentHashMap<>();
  private volatile Runnable unsettled = () -> {};
  private volatile BiConsumer<String, StoredTable> created = (instance, table) -> {};

  public TableLifecycle(
      BackendDirectory backends, NameRegistry registry, TableDirectory tables, Clock clock) {
    this(backends, registry, tables, clock, step -> {});
  }

  /**
   * @param reached told after each step, for tests that end the process there
   */
  TableLifecycle(
      BackendDirectory backends,
      NameRegistry registry,
      TableDirectory tables,
      Clock clock,
      Consumer<Step> reached) {
    this.backends = backends;
    this.registry = registry;
    this.intents = new TableIntents(registry);
    this.tables = tables;
    this.clock = clock;
    this.reached = reached;
  }

  /** Names who is told that an intent was left for {@link #settle}. */
  void onUnsettled(Runnable listener) {
    unsettled = listener;
  }

  /** Names who is told the instance and the table of each creation, a settled one included. */
  void onCreated(BiConsumer<String, StoredTable> listener) {
    created = listener;
  }

  /**
   * Creates a table.
   *
   * @param definition CREATING
   * @throws ServiceException RESOURCE_IN_USE if the name is taken
   */
  public StoredTable create(TableDefinition definition, String instance, Deadline deadline) {
    String name = definition.name();
    if (registry.find(definition.account(), name, deadline).isPresent()) {
      throw TableErrors.exists(name);
    }
    TableIntent intent =
        TableIntent.fresh(TableIntent.Kind.CREATE, definition, instance, Instant.EPOCH);
    driven.add(intent.key());
    try {
      if (!beginCreation(intent, deadline)) {
        throw TableErrors.exists(name);
      }
      reached.accept(Step.INTENT);
      // The first look may have been before another creation ended.
      if (registry.find(definition.account(), name, deadline).isPresent()) {
        giveUp(intent, deadline);
        throw TableErrors.exists(name);
      }
      StoredTable stored = createOnBackend(intent, deadline);
      reached.accept(Step.BACKEND);
      list(intent, deadline);
      created.accept(instance, stored);
      return stored;
    } finally {
      driven.remove(intent.key());
    }
  }

  /**
   * Begins a creation whose name the registry does not have. A deletion whose only step left is the
   * end of its intent is ended here: to every client its table is gone, so the name is free.
   *
   * @return false if another operation has the name
   */
  private boolean beginCreation(TableIntent intent, Deadline deadline) {
    Optional<TableIntent> other = intents.begin(intent, deadline);
    if (other.isEmpty()) {
      return true;
    }
    TableDefinition definition = intent.definition();
    if (other.get().kind() != TableIntent.Kind.DELETE
        || registry.find(definition.account(), definition.name(), deadline).isPresent()) {
      return false;
    }
    intents.complete(other.get(), "done", deadline);
    return intents.begin(intent, deadline).isEmpty();
  }

  private StoredTable createOnBackend(TableIntent intent, Deadline deadline) {
    String name = intent.definition().name();
    try {
      return createTable(intent, deadline);
    } catch (OutcomeUnknownException e) {
      unsettled.run();
      throw TableErrors.unknown("CreateTable", name, e.getMessage());
    } catch (TableInUseException e) {
      giveUp(intent, deadline);
      throw TableErrors.exists(name);
    } catch (StorageException | ServiceException e) {
      giveUp(intent, deadline);
      throw e;
    }
  }

  private StoredTable createTable(TableIntent intent, Deadline deadline) {
    TableDefinition definition = intent.definition();
    try (Lease<StorageEngine> lease = backends.lease(intent.instance())) {
      return lease
          .service()
          .create(
              new NewTable(
                  definition.id(),
                  definition.account(),
                  definition.name(),
                  definition.spaces(),
                  TableDocument.encode(definition)),
              deadline);
    }
  }

  /** Adds the registry's row of a table that the backend has, and ends the intent. */
  private void list(TableIntent intent, Deadline deadline) {
    TableDefinition definition = intent.definition();
    try {
      registry.add(
          new TableRegistration(
              definition.account(), definition.name(), definition.id(), intent.instance(), 0),
          deadline);
    } catch (StorageException | ServiceException e) {
      unsettled.run();
      throw TableErrors.unknown("CreateTable", definition.name(), e.getMessage());
    }
    reached.accept(Step.REGISTRY);
    end(intent, deadline);
  }

  /**
   * Deletes a table. Its row stays until the deletion is due and the backend has nothing left of
   * it; {@link #deletion} tells of it until then.
   *
   * @param due when it may be gone
   * @throws ServiceException RESOURCE_IN_USE if the table is being created or deleted
   */
  public void delete(TableDefinition definition, String instance, Instant due, Deadline deadline) {
    TableIntent intent = TableIntent.fresh(TableIntent.Kind.DELETE, definition, instance, due);
    driven.add(intent.key());
    try {
      Optional<TableIntent> other = intents.begin(intent, deadline);
      if (other.isPresent()) {
        boolean creating = other.get().kind() == TableIntent.Kind.CREATE;
        throw TableErrors.inUse(definition.name(), creating ? "created" : "deleted");
      }
      reached.accept(Step.INTENT);
      deletions.put(name(definition), intent);
      deleteOnBackend(intent, deadline);
      reached.accept(Step.BACKEND);
      tables.forget(definition.account(), definition.name());
    } finally {
      driven.remove(intent.key());
    }
    unsettled.run();
  }

  private void deleteOnBackend(TableIntent intent, Deadline deadline) {
    try {
      deleteTable(intent, deadline);
    } catch (OutcomeUnknownException e) {
      unsettled.run();
      throw TableErrors.unknown("DeleteTable", intent.definition().name(), e.getMessage());
    } catch (StorageException | ServiceException e) {
      giveUp(intent, deadline);
      deletions.remove(name(intent.definition()), intent);
      throw e;
    }
  }

  /**
   * @return whether nothing is left
   */
  private boolean deleteTable(TableIntent intent, Deadline deadline) {
    try (Lease<StorageEngine> lease = backends.lease(intent.instance())) {
      return lease.service().delete(intent.table(), deadline).isEmpty();
    } catch (TableNotFoundException e) {
      return true;
    }
  }

  /** The deletion of a table that has begun and not ended; empty if there is none. */
  public Optional<TableIntent> deletion(String account, String name) {
    return Optional.ofNullable(deletions.get(account + "/" + name));
  }

  /** The creations and deletions that have begun and not ended. */
  List<TableIntent> active(Deadline deadline) {
    return intents.active(deadline);
  }

  /**
   * Goes on with every operation that nobody works on: what an earlier process began, and deletions
   * that are due.
   *
   * @return when to come again; empty if nothing is left
   */
  Optional<Instant> settle(Deadline deadline) {
    Instant next = null;
    for (TableIntent intent : intents.active(deadline)) {
      Instant again = claimAndSettle(intent, deadline);
      if (again != null && (next == null || again.isBefore(next))) {
        next = again;
      }
    }
    return Optional.ofNullable(next);
  }

  /** When to come again, or null if the intent is settled or somebody works on it. */
  private Instant claimAndSettle(TableIntent intent, Deadline deadline) {
    if (intent.equals(deletions.get(name(intent.definition())))
        && clock.instant().isBefore(intent.due())) {
      return intent.due();
    }
    if (!driven.add(intent.key())) {
      return null;
    }
    try {
      // Between the list and the claim its call may have ended it, and the table may be gone since.
      boolean active =
          intents.active(deadline).stream().anyMatch(now -> now.key().equals(intent.key()));
      return active ? settle(intent, deadline) : null;
    } finally {
      driven.remove(intent.key());
    }
  }

  private Instant settle(TableIntent intent, Deadline deadline) {
    try {
      if (intent.kind() == TableIntent.Kind.CREATE) {
        return settleCreation(intent, deadline);
      }
      return settleDeletion(intent, deadline);
    } catch (StorageException | ServiceException e) {
      LOG.info(
          "{} of {} waits to be settled: {}",
          intent.kind().operation(),
          intent.definition().name(),
          e.getMessage());
      return clock.instant().plusSeconds(1);
    }
  }

  private Instant settleCreation(TableIntent intent, Deadline deadline) {
    try {
      StoredTable stored = createTable(intent, deadline);
      reached.accept(Step.BACKEND);
      list(intent, deadline);
      tables.changed(stored, intent.instance());
      created.accept(intent.instance(), stored);
    } catch (TableInUseException e) {
      // The name belongs to a table of the instance that is not ours to list.
      LOG.warn("CreateTable of {} is given up: {}", intent.definition().name(), e.getMessage());
      end(intent, deadline);
    }
    return null;
  }

  private Instant settleDeletion(TableIntent intent, Deadline deadline) {
    TableDefinition definition = intent.definition();
    deletions.put(name(definition), intent);
    boolean gone = deleteTable(intent, deadline);
    reached.accept(Step.BACKEND);
    tables.forget(definition.account(), definition.name());
    Instant now = clock.instant();
    if (now.isBefore(intent.due())) {
      return intent.due();
    }
    if (!gone) {
      return now.plusMillis(250);
    }
    registry.remove(definition.account(), definition.name(), definition.id(), deadline);
    reached.accept(Step.REGISTRY);
    end(intent, deadline);
    deletions.remove(name(definition), intent);
    return null;
  }

  /** Ends an intent whose work is done; if that fails, settling it again does no harm. */
  private void end(TableIntent intent, Deadline deadline) {
    try {
      intents.complete(intent, "done", deadline);
      reached.accept(Step.COMPLETE);
    } catch (StorageException | ServiceException e) {
      LOG.info("{} stays open: {}", intent.key(), e.getMessage());
      unsettled.run();
    }
  }

  /** Ends an intent of which nothing was done, so that the refusal that follows is the truth. */
  private void giveUp(TableIntent intent, Deadline deadline) {
    try {
      intents.complete(intent, "given up", deadline);
    } catch (StorageException | ServiceException e) {
      unsettled.run();
      throw TableErrors.unknown(
          intent.kind().operation(), intent.definition().name(), e.getMessage());
    }
  }

  private static String name(TableDefinition definition) {
    return definition.account() + "/" + definition.name();
  }
}
