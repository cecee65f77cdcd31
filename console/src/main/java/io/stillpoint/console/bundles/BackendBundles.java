package io.stillpoint.console.bundles;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.console.bundles.BackendBundle.ConfiguredInstance;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.runtime.ServiceComponentRuntime;

/**
 * Finds the backends' bundles by the capability that each declares ({@link
 * BackendProperties#CAPABILITY}), so that a stopped one is found too. Any thread.
 */
@Component(service = BackendBundles.class)
public final class BackendBundles {
  private static final String FILE = "felix.fileinstall.filename";

  /** Keys that Config Admin and File Install add. */
  private static final Set<String> ADDED = Set.of("service.pid", "service.factoryPid", FILE);

  private final BundleContext context;
  private final ConfigurationAdmin configurations;
  private final ServiceComponentRuntime components;

  @Activate
  public BackendBundles(
      BundleContext context,
      @Reference ConfigurationAdmin configurations,
      @Reference ServiceComponentRuntime components) {
    this.context = context;
    this.configurations = configurations;
    this.components = components;
  }

  /** Every backend's bundle, ordered by the backend's name. */
  public List<BackendBundle> all() {
    List<BackendBundle> found = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      BundleRevision revision = bundle.adapt(BundleRevision.class);
      if (revision != null) {
        for (BundleCapability one :
            revision.getDeclaredCapabilities(BackendProperties.CAPABILITY)) {
          found.add(
              new BackendBundle(
                  text(one, BackendProperties.BACKEND, bundle.getSymbolicName()),
                  text(one, BackendProperties.CAPABILITY_PID, bundle.getSymbolicName()),
                  bundle));
        }
      }
    }
    found.sort(Comparator.comparing(BackendBundle::backend));
    return found;
  }

  private static String text(BundleCapability capability, String attribute, String otherwise) {
    Object value = capability.getAttributes().get(attribute);
    return value == null ? otherwise : value.toString();
  }

  /** The backends' names. */
  public List<String> backends() {
    return all().stream().map(BackendBundle::backend).distinct().toList();
  }

  /** The bundle of a backend; also found by the bundle's symbolic name. */
  public Optional<BackendBundle> find(String backend) {
    return all().stream()
        .filter(
            one -> one.backend().equals(backend) || backend.equals(one.bundle().getSymbolicName()))
        .findFirst();
  }

  /** The instances that a backend's configurations name, whether or not its bundle runs. */
  public List<ConfiguredInstance> configured(BackendBundle backend) {
    try {
      Configuration[] found =
          configurations.listConfigurations("(service.factoryPid=" + backend.pid() + ")");
      return found == null
          ? List.of()
          : Stream.of(found)
              .map(BackendBundles::configured)
              .sorted(Comparator.comparing(ConfiguredInstance::instance))
              .toList();
    } catch (IOException | InvalidSyntaxException e) {
      throw new IllegalStateException("Config Admin cannot list " + backend.pid(), e);
    }
  }

  private static ConfiguredInstance configured(Configuration configuration) {
    Dictionary<String, Object> set = configuration.getProperties();
    Object instance = set.get("instance");
    Object file = set.get(FILE);
    return new ConfiguredInstance(
        instance == null ? "" : instance.toString(),
        configuration.getPid(),
        file == null ? "" : file.toString().replaceFirst("^file:", ""),
        Collections.list(set.keys()).stream()
            .filter(key -> !ADDED.contains(key))
            .sorted()
            .toList());
  }

  /**
   * Why the components of a configured instance do not run, one sentence each; empty if all do.
   *
   * @param pid the configuration's PID
   */
  public List<String> unsatisfied(BackendBundle backend, String pid) {
    List<String> sentences = new ArrayList<>();
    components.getComponentDescriptionDTOs(backend.bundle()).stream()
        .filter(component -> Arrays.asList(component.configurationPid).contains(backend.pid()))
        .flatMap(component -> components.getComponentConfigurationDTOs(component).stream())
        .filter(one -> Components.isOf(one, pid))
        .forEach(one -> sentences.addAll(Components.problems(one)));
    return sentences;
  }
}
