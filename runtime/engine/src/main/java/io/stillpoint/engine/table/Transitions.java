package io.stillpoint.engine.table;

import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the transitions of tables when they are due (DROP-10) and hands indexes that are to be
 * filled to {@link IndexBuilds}. The state is the definition's alone, so a restart goes on from it:
 * {@link #recover}. Thread safe.
 */
final class Transitions {
  private static final Logger LOG = LoggerFactory.getLogger(Transitions.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final BackendDirectory backends;
  private final TableDirectory tables;
  private final IndexBuilds builds;
  private final Clock clock;
  private final ScheduledExecutorService executor;

  Transitions(
      BackendDirectory backends,
      TableDirectory tables,
      IndexBuilds builds,
      Clock clock,
      ScheduledExecutorService executor) {
    this.backends = backends;
    this.tables = tables;
    this.builds = builds;
    this.clock = clock;
    this.executor = executor;
  }

  /** Sees a table through whatever its definition has under way. Returns at once. */
  void watch(String instance, StoredTable table) {
    if (table.state() != TableState.LIVE) {
      return;
    }
    TableDefinition definition = TableDocument.decode(table.document());
    if (definition.dueAt() != null) {
      later(instance, definition.id(), Duration.between(clock.instant(), definition.dueAt()));
    } else {
      for (IndexDefinition index : DueSteps.toFill(definition)) {
        builds.start(instance, definition.id(), index.space());
      }
    }
  }

  /**
   * Watches every table of an instance that came into service. Blocks.
   *
   * @throws StorageException if the instance cannot list its tables
   */
  void recover(String instance) {
    List<StoredTable> stored;
    try (Lease<StorageEngine> lease = backends.lease(instance)) {
      stored = lease.service().tables(Deadline.after(PATIENCE));
    }
    stored.forEach(table -> watch(instance, table));
  }

  private void later(String instance, TableId table, Duration delay) {
    try {
      // A step handles its own failures.
      Future<?> unused =
          executor.schedule(
              () -> step(instance, table), Math.max(0, delay.toMillis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The control plane has stopped; {} goes on after a restart", table);
    }
  }

  private void step(String instance, TableId table) {
    try (Lease<StorageEngine> lease = backends.lease(instance)) {
      Optional<StoredTable> stored = lease.service().describe(table, Deadline.after(PATIENCE));
      if (stored.isPresent() && stored.get().state() == TableState.LIVE) {
        advance(lease.service(), instance, stored.get());
      }
    } catch (StaleRevisionException e) {
      later(instance, table, Duration.ZERO);
    } catch (StorageException | ServiceException e) {
      LOG.info("The transition of table {} on '{}' waits: {}", table, instance, e.getMessage());
      later(instance, table, RETRY);
    } catch (RuntimeException e) {
      LOG.error("The transition of table {} on '{}' failed", table, instance, e);
      later(instance, table, RETRY);
    }
  }

  private void advance(StorageEngine storage, String instance, StoredTable stored) {
    TableDefinition definition = TableDocument.decode(stored.document());
    StoredTable now = stored;
    if (definition.dueAt() != null && !definition.dueAt().isAfter(clock.instant())) {
      TableDefinition next = DueSteps.next(definition);
      now =
          storage.alter(
              stored.id(),
              stored.revision(),
              TableDocument.encode(next),
              next.spaces(),
              Deadline.after(PATIENCE));
      tables.changed(now, instance);
    }
    watch(instance, now);
  }
}
