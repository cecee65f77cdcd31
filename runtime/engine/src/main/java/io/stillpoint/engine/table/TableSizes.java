package io.stillpoint.engine.table;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * ItemCount and TableSizeBytes of tables and indexes. The service brings them up to date every six
 * hours; here a measurement is kept for a time in proportion to what it cost, at most a minute.
 * Measuring runs on threads of its own and a request waits for it only shortly: it then gets the
 * last figures, or none. Thread safe.
 */
final class TableSizes {
  private static final Logger LOG = LoggerFactory.getLogger(TableSizes.class);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final int COST_FACTOR = 100;
  private static final Duration WAIT = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final SpaceSize NOTHING = new SpaceSize(0, 0);

  private final BackendDirectory backends;
  private final Executor executor;
  private final Map<TableId, Kept> kept = new ConcurrentHashMap<>();
  private final Map<TableId, FutureTask<Kept>> running = new ConcurrentHashMap<>();

  /**
   * @param spaces the size of each measured space
   */
  record Sizes(Map<Integer, SpaceSize> spaces) {
    SpaceSize items() {
      return of(Spaces.ITEMS);
    }

    SpaceSize of(int space) {
      return spaces.getOrDefault(space, NOTHING);
    }
  }

  private record Kept(Sizes sizes, long untilNanos) {}

  TableSizes(BackendDirectory backends, Executor executor) {
    this.backends = backends;
    this.executor = executor;
  }

  /** What is known of a table's sizes; empty if nothing is. */
  Optional<Sizes> of(FoundTable table) {
    TableId id = table.definition().id();
    Kept last = kept.get(id);
    if (table.status() == TableStatus.DELETING
        || (last != null && last.untilNanos() - System.nanoTime() > 0)) {
      return Optional.ofNullable(last).map(Kept::sizes);
    }
    try {
      FutureTask<Kept> measurement = measurement(table);
      return Optional.of(measurement.get(WAIT.toMillis(), TimeUnit.MILLISECONDS).sizes());
    } catch (TimeoutException | RejectedExecutionException e) {
      return Optional.ofNullable(last).map(Kept::sizes);
    } catch (ExecutionException e) {
      LOG.info("Table '{}' cannot be measured: {}", table.name(), e.getCause().getMessage());
      return Optional.ofNullable(last).map(Kept::sizes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.ofNullable(last).map(Kept::sizes);
    }
  }

  /** Nothing of a table that is gone is kept. */
  void forget(TableId table) {
    kept.remove(table);
  }

  private FutureTask<Kept> measurement(FoundTable table) {
    TableId id = table.definition().id();
    FutureTask<Kept> fresh = new FutureTask<>(() -> measureAndKeep(table));
    FutureTask<Kept> other = running.putIfAbsent(id, fresh);
    if (other != null) {
      return other;
    }
    try {
      executor.execute(fresh);
    } catch (RejectedExecutionException e) {
      running.remove(id, fresh);
      throw e;
    }
    return fresh;
  }

  private Kept measureAndKeep(FoundTable table) {
    TableId id = table.definition().id();
    try {
      long began = System.nanoTime();
      Sizes sizes = measure(table);
      long now = System.nanoTime();
      long keep =
          Math.max(SHORTEST.toNanos(), Math.min(LONGEST.toNanos(), COST_FACTOR * (now - began)));
      Kept result = new Kept(sizes, now + keep);
      kept.put(id, result);
      return result;
    } finally {
      running.remove(id);
    }
  }

  private Sizes measure(FoundTable table) throws StorageException, ServiceException {
    Map<Integer, SpaceSize> sizes = new HashMap<>();
    TableRevision at = new TableRevision(table.definition().id(), table.revision());
    try (Lease<StorageEngine> lease = backends.lease(table.instance())) {
      Deadline deadline = Deadline.after(PATIENCE);
      sizes.put(Spaces.ITEMS, lease.service().measure(at, Spaces.ITEMS, deadline));
      for (IndexDefinition index : table.definition().indexes()) {
        sizes.put(index.space(), lease.service().measure(at, index.space(), deadline));
      }
    }
    return new Sizes(Map.copyOf(sizes));
  }
}
