package io.stillpoint.engine.operators;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.backend.LiveNumber;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.BackendDetails;
import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.InstanceProperties;
import io.stillpoint.engine.directory.InstanceState;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.settings.SettingsSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows the backend directory to operators. */
@Component(service = Backends.class)
public final class DirectoryBackends implements Backends {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryBackends.class);

  private final BackendDirectory directory;
  private final SettingsSource settings;
  private final LongFunction<String> bundleNames;

  /** As the framework uses it. */
  @Activate
  public DirectoryBackends(
      BundleContext context,
      @Reference BackendDirectory directory,
      @Reference SettingsSource settings) {
    this(directory, settings, id -> name(context.getBundle(id)));
  }

  DirectoryBackends(
      BackendDirectory directory, SettingsSource settings, LongFunction<String> bundleNames) {
    this.directory = directory;
    this.settings = settings;
    this.bundleNames = bundleNames;
  }

  private static String name(Bundle bundle) {
    return bundle == null ? "" : bundle.getSymbolicName() + " " + bundle.getVersion();
  }

  @Override
  public List<BackendSummary> list() {
    return directory.instances().stream().map(this::summary).toList();
  }

  @Override
  public BackendDetails describe(String instance) {
    // Of two services of one name the refused one comes last.
    InstanceState state =
        directory.instances().stream()
            .filter(one -> one.name().equals(instance))
            .findFirst()
            .orElseThrow(
                () ->
                    new AdminException(
                        "No backend instance '"
                            + instance
                            + "' is running; backend:list shows those that are, backend:diag "
                            + instance
                            + " says what is known of one that is not."));
    InstanceProperties properties = state.properties();
    Limits limits = null;
    Map<String, Long> numbers = Map.of();
    try (Lease<StorageEngine> lease = directory.lease(instance)) {
      limits = lease.service().limits();
      numbers =
          lease.service().numbers().stream()
              .collect(Collectors.toMap(LiveNumber::name, LiveNumber::value));
    } catch (ServiceException | StorageException e) {
      LOG.debug("'{}' has no limits now", instance, e);
    }
    return new BackendDetails(
        summary(state),
        properties.bundleId(),
        properties.contract(),
        properties.updateMode().name().toLowerCase(Locale.ROOT),
        properties.concurrency(),
        directory.bulkhead(instance).inside(),
        limits == null ? OptionalLong.empty() : OptionalLong.of(limits.maxBatchEntries()),
        limits == null ? OptionalLong.empty() : OptionalLong.of(limits.maxBatchBytes()),
        properties.permits(),
        limits == null ? OptionalLong.empty() : OptionalLong.of(limits.freePermits()),
        properties.slots(),
        limits == null ? OptionalLong.empty() : OptionalLong.of(limits.freeSlots()),
        properties.controlPlaneDelay(),
        numbers);
  }

  private BackendSummary summary(InstanceState state) {
    InstanceProperties properties = state.properties();
    return new BackendSummary(
        properties.name(),
        properties.backend(),
        properties.bundleId() < 0 ? "" : bundleNames.apply(properties.bundleId()),
        state.refused() ? "REFUSED" : properties.status().name(),
        state.problem(),
        properties.name().equals(settings.current().home()),
        properties.durable(),
        properties.atomicity().name().toLowerCase(Locale.ROOT),
        properties.scanOrder().name().toLowerCase(Locale.ROOT));
  }
}
