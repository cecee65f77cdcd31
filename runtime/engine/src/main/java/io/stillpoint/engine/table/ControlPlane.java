package io.stillpoint.engine.table;

import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.InstanceState;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.index.BuildProgress;
import io.stillpoint.engine.registry.Cluster;
import io.stillpoint.engine.registry.NameRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine does by itself: takes instances into service once they belong to the cluster,
 * settles creations and deletions that an earlier process left half done, ends transitions that are
 * due, fills indexes. It works when the backend directory changes or something is due, on threads
 * of its own; starting and stopping it waits for no database.
 */
@Component(service = ControlPlane.class, immediate = true)
public final class ControlPlane implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlPlane.class);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final int WORKERS = 3;

  private final BackendDirectory backends;
  private final Cluster cluster;
  private final Clock clock;
  private final ScheduledThreadPoolExecutor passes = executor("stillpoint-control", 1);
  private final ScheduledThreadPoolExecutor workers = executor("stillpoint-control-work", WORKERS);
  private final ScheduledThreadPoolExecutor builders = executor("stillpoint-index-build", 2);
  private final TableLifecycle lifecycle;
  private final IndexBuilds builds;
  private final Transitions transitions;
  private final TableSizes sizes;
  private final Consumer<String> listener = this::changed;
  private final PassLog passLog = new PassLog();
  private final AtomicBoolean woken = new AtomicBoolean();
  private final Set<String> joining = ConcurrentHashMap.newKeySet();
  private final Set<String> recovered = ConcurrentHashMap.newKeySet();

  /** The pass that is planned, and for when; guarded by {@link #passes}. */
  private Future<?> planned;

  private Instant plannedAt = Instant.EPOCH;

  /** As the framework uses it. */
  @Activate
  public ControlPlane(
      @Reference BackendDirectory backends,
      @Reference NameRegistry registry,
      @Reference TableDirectory tables) {
    this(
        backends,
        registry,
        tables,
        Clock.systemUTC(),
        new TableLifecycle(backends, registry, tables, Clock.systemUTC()));
  }

  ControlPlane(
      BackendDirectory backends,
      NameRegistry registry,
      TableDirectory tables,
      Clock clock,
      TableLifecycle lifecycle) {
    this.backends = backends;
    this.cluster = new Cluster(registry);
    this.clock = clock;
    this.lifecycle = lifecycle;
    this.builds = new IndexBuilds(backends, tables, new BuildProgress(registry), builders);
    this.transitions = new Transitions(backends, tables, builds, clock, workers);
    this.sizes = new TableSizes(backends, workers);
    lifecycle.onUnsettled(() -> wake("table"));
    lifecycle.onCreated(transitions::watch);
    backends.onChange(listener);
    wake("start");
  }

  TableLifecycle lifecycle() {
    return lifecycle;
  }

  Transitions transitions() {
    return transitions;
  }

  TableSizes sizes() {
    return sizes;
  }

  /** Nothing more is begun; what is under way goes on from the stores after the next start. */
  @Deactivate
  @Override
  public void close() {
    backends.removeListener(listener);
    passes.shutdownNow();
    workers.shutdownNow();
    builders.shutdownNow();
  }

  private void changed(String instance) {
    LOG.debug("'{}' came, changed or went", instance);
    wake("instance");
  }

  IndexBuilds builds() {
    return builds;
  }

  PassLog.Shown passLog() {
    return passLog.shown();
  }

  /** When the next look is due by itself, if one is. */
  Optional<Instant> nextPass() {
    synchronized (passes) {
      return planned == null ? Optional.empty() : Optional.of(plannedAt);
    }
  }

  /**
   * Looks soon at everything that may have to be done. Any thread; returns at once.
   *
   * @param reason one word of what happened, for operators
   */
  void wake(String reason) {
    passLog.woken(reason);
    if (woken.compareAndSet(false, true)) {
      execute(passes, this::pass);
    }
  }

  private void pass() {
    passLog.began(clock.instant());
    try {
      look();
    } finally {
      passLog.ended(clock.instant());
    }
  }

  private void look() {
    // Before the look, so that a change during it leads to another.
    woken.set(false);
    for (InstanceState instance : backends.instances()) {
      if (instance.refused()) {
        continue;
      }
      String name = instance.name();
      if (!instance.isServing()) {
        recovered.remove(name);
        if (!instance.admitted() && joining.add(name)) {
          execute(workers, () -> join(name));
        }
      } else if (recovered.add(name)) {
        execute(workers, () -> recover(name));
      }
    }
    settle();
  }

  /** Lets an instance serve if it belongs to this cluster. */
  private void join(String instance) {
    joining.remove(instance);
    try (Lease<StorageEngine> lease = backends.leaseForAdmission(instance)) {
      if (lease == null) {
        return;
      }
      Deadline deadline = Deadline.after(PATIENCE);
      String id = cluster.id(deadline);
      String joined = lease.service().join(id, deadline);
      if (joined.equals(id)) {
        backends.admit(lease);
      } else {
        backends.refuse(
            lease,
            "The backend instance '"
                + instance
                + "' belongs to the cluster "
                + joined
                + ", this server is of the cluster "
                + id
                + "; give the instance a database of its own, or make it this server's home.");
      }
    } catch (ServiceException e) {
      // Until the home instance is there nothing can be said; its arrival leads to the next pass.
      LOG.debug("'{}' is not admitted yet: {}", instance, e.getMessage());
    } catch (StorageException e) {
      LOG.warn("'{}' is not admitted yet: {}", instance, e.getMessage());
      comeAgain(RETRY);
    } catch (RuntimeException e) {
      LOG.error("'{}' cannot be admitted", instance, e);
      comeAgain(RETRY);
    }
  }

  private void recover(String instance) {
    try {
      transitions.recover(instance);
    } catch (StorageException | ServiceException e) {
      LOG.info("The tables of '{}' are not looked through yet: {}", instance, e.getMessage());
      recovered.remove(instance);
      comeAgain(RETRY);
    }
  }

  private void settle() {
    try {
      Optional<Instant> again = lifecycle.settle(Deadline.after(PATIENCE));
      again.ifPresent(due -> comeAgain(Duration.between(clock.instant(), due)));
    } catch (ServiceException e) {
      // The home instance is away; its arrival leads to the next pass.
      LOG.debug("Nothing can be settled: {}", e.getMessage());
    } catch (StorageException e) {
      LOG.info("Nothing can be settled yet: {}", e.getMessage());
      comeAgain(RETRY);
    }
  }

  /** One pass is planned at a time: the earliest that was asked for. */
  private void comeAgain(Duration delay) {
    Instant at = clock.instant().plus(delay);
    synchronized (passes) {
      if (planned != null && !plannedAt.isAfter(at)) {
        return;
      }
      if (planned != null) {
        planned.cancel(false);
      }
      plannedAt = at;
      planned = schedule(delay, this::plannedPass);
    }
  }

  private void plannedPass() {
    synchronized (passes) {
      // No longer to come: what this pass leaves needs another.
      planned = null;
    }
    passLog.woken("due");
    pass();
  }

  private static void execute(ScheduledExecutorService executor, Runnable task) {
    try {
      executor.execute(guarded(task));
    } catch (RejectedExecutionException e) {
      LOG.debug("The control plane has stopped");
    }
  }

  private Future<?> schedule(Duration delay, Runnable task) {
    try {
      return passes.schedule(guarded(task), Math.max(0, delay.toMillis()), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("The control plane has stopped");
      return null;
    }
  }

  private static Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException e) {
        LOG.error("A step of the control plane failed", e);
      }
    };
  }

  private static ScheduledThreadPoolExecutor executor(String name, int threads) {
    AtomicInteger number = new AtomicInteger();
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            threads,
            task -> {
              Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }
}
