package io.stillpoint.engine.table;

import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.engine.admin.PollerStatus;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Bulkhead;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.index.BuildProgress;
import io.stillpoint.engine.index.IndexBuild;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs index builds to their end, a page at a time, so that many builds share few threads and each
 * page counts against the instance's bulkhead like a request. Thread safe.
 */
final class IndexBuilds {
  private static final Logger LOG = LoggerFactory.getLogger(IndexBuilds.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration CROWDED = Duration.ofMillis(20);

  private final BackendDirectory backends;
  private final TableDirectory tables;
  private final BuildProgress progress;
  private final ScheduledExecutorService executor;
  private final Map<Key, Build> running = new ConcurrentHashMap<>();

  private record Key(TableId table, int space) {}

  IndexBuilds(
      BackendDirectory backends,
      TableDirectory tables,
      BuildProgress progress,
      ScheduledExecutorService executor) {
    this.backends = backends;
    this.tables = tables;
    this.progress = progress;
    this.executor = executor;
  }

  /** Fills an index, unless that is going on already. Returns at once. */
  void start(String instance, TableId table, int space) {
    Key key = new Key(table, space);
    Build build = new Build(instance, key);
    if (running.putIfAbsent(key, build) == null) {
      later(build, Duration.ZERO);
    }
  }

  /** The builds under way, for operators; any thread. */
  List<PollerStatus.Build> running() {
    return running.values().stream().map(Build::shown).toList();
  }

  private void later(Build build, Duration delay) {
    try {
      // A build handles its own failures.
      Future<?> unused = executor.schedule(build, delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The control plane has stopped; {} goes on after a restart", build.key);
    }
  }

  /** One build; runs again and again until it has ended. */
  private final class Build implements Runnable {
    private final String instance;
    private final Key key;
    // Written by one thread at a time, read by those who look.
    private volatile IndexBuild pages;
    private volatile boolean filled;
    private volatile String problem = "";

    Build(String instance, Key key) {
      this.instance = instance;
      this.key = key;
    }

    PollerStatus.Build shown() {
      IndexBuild begun = pages;
      IndexBuild.Subject subject = begun == null ? null : begun.subject();
      String waits = problem;
      return new PollerStatus.Build(
          instance,
          subject == null ? key.table.toString() : subject.table(),
          subject == null ? "" : subject.index(),
          begun == null ? 0 : begun.items(),
          filled ? "ENDING" : waits.isEmpty() ? "FILLING" : "WAITING",
          waits);
    }

    @Override
    public void run() {
      Duration pause;
      try {
        pause = step();
        problem = "";
      } catch (StorageException | ServiceException e) {
        LOG.info(
            "The index build of table {} on '{}' waits: {}", key.table, instance, e.getMessage());
        problem = e.getMessage();
        pause = RETRY;
      } catch (RuntimeException e) {
        LOG.error("The index build of table {} on '{}' failed", key.table, instance, e);
        problem = "It failed: " + e;
        pause = RETRY;
      }
      if (pause == null) {
        running.remove(key);
      } else {
        later(this, pause);
      }
    }

    /** How long to wait before the next step; null if the build has ended. */
    private Duration step() {
      Bulkhead bulkhead = backends.bulkhead(instance);
      if (!bulkhead.tryEnter()) {
        return CROWDED;
      }
      try {
        if (!filled) {
          if (pages == null) {
            pages = new IndexBuild(backends, progress, instance, key.table, key.space);
          }
          IndexBuild.Step step = pages.step();
          if (step != IndexBuild.Step.FILLED) {
            return step == IndexBuild.Step.GONE ? null : Duration.ZERO;
          }
          filled = true;
        }
        return activate() ? null : Duration.ZERO;
      } finally {
        bulkhead.exit();
      }
    }

    /**
     * Makes the filled index ACTIVE.
     *
     * @return false if the definition changed meanwhile
     */
    private boolean activate() {
      try (Lease<StorageEngine> lease = backends.lease(instance)) {
        Optional<StoredTable> stored =
            lease.service().describe(key.table, Deadline.after(PATIENCE));
        if (stored.isPresent() && stored.get().state() == TableState.LIVE) {
          TableDefinition next = activated(TableDocument.decode(stored.get().document()));
          StoredTable now =
              lease
                  .service()
                  .alter(
                      key.table,
                      stored.get().revision(),
                      TableDocument.encode(next),
                      next.spaces(),
                      Deadline.after(PATIENCE));
          tables.changed(now, instance);
        }
      } catch (StaleRevisionException e) {
        return false;
      }
      progress.done(key.table, key.space);
      return true;
    }

    private TableDefinition activated(TableDefinition definition) {
      return definition.withIndexes(
          definition.indexes().stream()
              .map(
                  index ->
                      index.space() == key.space && index.status() == IndexStatus.CREATING
                          ? index.with(IndexStatus.ACTIVE, false)
                          : index)
              .toList(),
          definition.nextSpace());
    }
  }
}
