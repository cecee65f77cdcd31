package io.stillpoint.engine.service;

import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.operation.AnswerMemory;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import io.stillpoint.engine.request.Request;
import io.stillpoint.engine.request.RequestHandler;
import io.stillpoint.engine.request.Response;
import io.stillpoint.engine.settings.SettingsSource;
import io.stillpoint.engine.table.AccountOperations;
import io.stillpoint.engine.table.TableDirectory;
import io.stillpoint.engine.table.TableOperations;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine's entrance as a service. Waits for no database: requests that need one get 503. */
@Component(service = RequestHandler.class)
public final class EngineService implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(EngineService.class);

  /** How long a call may take before the client is told that it was not, or may have been, done. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final long SWEEP_SECONDS = 60;
  private static final int PAGE = 1_000;

  private final EngineAssembly engine;
  private final NameRegistry registry;
  private final ScheduledExecutorService sweeper =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "stillpoint-token-sweep");
            thread.setDaemon(true);
            return thread;
          });

  private final Future<?> sweeps;

  /** Whether the tables that an earlier process may have left tokens in are known. */
  private boolean knowsTables;

  @Activate
  public EngineService(
      @Reference BackendDirectory backends,
      @Reference TableDirectory tables,
      @Reference NameRegistry registry,
      @Reference TableOperations tableOperations,
      @Reference AccountOperations accountOperations,
      @Reference SettingsSource settings) {
    this.registry = registry;
    engine =
        new EngineAssembly(
            backends,
            tables,
            () -> settings.current().home(),
            ControlOperations.of(tableOperations, accountOperations),
            TIMEOUT,
            InstantSource.system(),
            AnswerMemory.ofHeap());
    sweeps =
        sweeper.scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void handle(Request request, Consumer<Response> reply) {
    engine.handler().handle(request, reply);
  }

  private void sweep() {
    try {
      if (!knowsTables) {
        rememberTables();
        knowsTables = true;
      }
      engine.tokens().sweep();
    } catch (ServiceException | StorageException e) {
      LOG.debug("Client request tokens are swept later: {}", e.getMessage());
    } catch (RuntimeException e) {
      // An exception would end the schedule without a word.
      LOG.error("Client request tokens could not be swept", e);
    }
  }

  private void rememberTables() {
    TableRegistration last = null;
    while (true) {
      List<TableRegistration> rows = registry.listAll(last, PAGE, Deadline.after(TIMEOUT));
      rows.forEach(row -> engine.tokens().remember(row.account(), row.name()));
      if (rows.size() < PAGE) {
        return;
      }
      last = rows.get(rows.size() - 1);
    }
  }

  /** Refuses what comes now and waits shortly for what runs. */
  @Deactivate
  public void close() {
    sweeps.cancel(true);
    sweeper.shutdownNow();
    engine.close();
  }
}
