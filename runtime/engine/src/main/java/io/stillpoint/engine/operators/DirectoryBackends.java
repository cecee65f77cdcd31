package io.stillpoint.engine.operators;

import io.stillpoint.engine.admin.BackendSummary;
import io.stillpoint.engine.admin.Backends;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.InstanceProperties;
import io.stillpoint.engine.directory.InstanceState;
import io.stillpoint.engine.settings.SettingsSource;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Shows the backend directory to operators. */
@Component(service = Backends.class)
public final class DirectoryBackends implements Backends {
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
