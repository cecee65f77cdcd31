package io.stillpoint.engine.operators;

import io.stillpoint.engine.admin.ServingInstances;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.InstanceState;
import java.util.Dictionary;
import java.util.Map;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Keeps the properties of {@link ServingInstances} as the directory has it. */
@Component(
    service = {},
    immediate = true)
public final class ServingMarker implements ServingInstances {
  private final BackendDirectory directory;
  private final ServiceRegistration<ServingInstances> registration;
  private final Consumer<String> listener = this::changed;

  @Activate
  public ServingMarker(BundleContext context, @Reference BackendDirectory directory) {
    this.directory = directory;
    registration = context.registerService(ServingInstances.class, this, properties());
    directory.onChange(listener);
    update();
  }

  private void changed(String instance) {
    update();
  }

  /** One at a time, so that the last change is the one that stays. */
  private synchronized void update() {
    registration.setProperties(properties());
  }

  private Dictionary<String, Object> properties() {
    String[] names =
        directory.instances().stream()
            .filter(InstanceState::isServing)
            .map(InstanceState::name)
            .toArray(String[]::new);
    return FrameworkUtil.asDictionary(Map.of(INSTANCES, names));
  }

  @Deactivate
  void close() {
    directory.removeListener(listener);
    synchronized (this) {
      registration.unregister();
    }
  }
}
