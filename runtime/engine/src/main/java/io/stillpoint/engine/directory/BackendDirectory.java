package io.stillpoint.engine.directory;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the backend instances of this server and lends their services to calls (RT-1).
 *
 * <p>An instance's services come and go with their bundles. The directory takes one service of each
 * kind for each instance name, in the order they arrive; a second is reported and waits until the
 * first is gone. One of another contract version is refused. A call takes a {@link Lease} and gives
 * it back; when a service goes, its gate closes at once, the calls inside have five seconds, then
 * the instance is told to abort. That wait happens on a thread of its own, because the departure is
 * told in a bundle's callback and holding that up would stall the whole framework.
 *
 * <p>Thread safe. {@link #lease} takes no lock. Usable without OSGi: add, update and remove
 * services by hand.
 */
@Component(service = BackendDirectory.class)
public final class BackendDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(BackendDirectory.class);
  private static final long LEASE_GRACE_SECONDS = 5;

  private final Map<String, Slot> slots = new ConcurrentHashMap<>();
  private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
  private final boolean admitsAtOnce;
  private volatile boolean closed;

  /** As the framework uses it: an instance serves once {@link #admit} was called for it. */
  @Activate
  public BackendDirectory() {
    this(false);
  }

  /**
   * As tests and embedders may use it.
   *
   * @param admitsAtOnce whether an instance serves as soon as it is added, because nobody checks
   *     that it belongs to the cluster
   */
  public BackendDirectory(boolean admitsAtOnce) {
    this.admitsAtOnce = admitsAtOnce;
  }

  /**
   * Lends an instance's storage to one call.
   *
   * @throws ServiceException SERVICE_UNAVAILABLE, naming instance and reason, if it is not there,
   *     not connected, failed or refused
   */
  public Lease<StorageEngine> lease(String instance) {
    Slot slot = slots.get(instance);
    return lend(instance, slot == null ? null : slot.storage.current());
  }

  /**
   * Lends an instance's coordination store to one call.
   *
   * @throws ServiceException as {@link #lease}
   */
  public Lease<CoordinationStore> leaseCoordination(String instance) {
    Slot slot = slots.get(instance);
    return lend(instance, slot == null ? null : slot.coordination.current());
  }

  private static <S> Lease<S> lend(String instance, Registration<S> registration) {
    if (registration == null) {
      throw unavailable("No backend instance '" + instance + "' is running.");
    }
    String problem = registration.problem();
    if (problem != null) {
      throw unavailable(problem);
    }
    if (!registration.gate().tryEnter()) {
      throw unavailable("The backend instance '" + instance + "' is being stopped.");
    }
    return new Lease<>(registration);
  }

  private static ServiceException unavailable(String sentence) {
    return new ServiceException(
        ErrorType.SERVICE_UNAVAILABLE, sentence + " The request was not applied; send it again.");
  }

  /**
   * The instance's limit of calls at once.
   *
   * @throws ServiceException SERVICE_UNAVAILABLE if no such instance was ever seen
   */
  public Bulkhead bulkhead(String instance) {
    Slot slot = slots.get(instance);
    if (slot == null) {
      throw unavailable("No backend instance '" + instance + "' is running.");
    }
    return slot.bulkhead;
  }

  /** How long a control-plane transition on an instance takes at least (DROP-10). */
  public Duration controlPlaneDelay(String instance) {
    Slot slot = slots.get(instance);
    Registration<StorageEngine> current = slot == null ? null : slot.storage.current();
    return current == null
        ? InstanceProperties.DEFAULT_CONTROL_PLANE_DELAY
        : current.properties().controlPlaneDelay();
  }

  /** Every storage service, also those that cannot be called, ordered by instance name. */
  public List<InstanceState> instances() {
    List<InstanceState> states = new ArrayList<>();
    for (Slot slot : slots.values()) {
      Registration<StorageEngine> current = slot.storage.current();
      for (Registration<StorageEngine> registration : slot.storage.all()) {
        states.add(state(registration, registration == current));
      }
    }
    states.sort(Comparator.comparing(InstanceState::name).thenComparing(InstanceState::refused));
    return states;
  }

  private static InstanceState state(Registration<StorageEngine> registration, boolean current) {
    InstanceProperties declared = registration.properties();
    String problem = registration.problem();
    if (registration.refusal() == null && !current) {
      problem = secondOfItsName(declared, "StorageEngine");
    }
    return new InstanceState(
        declared,
        registration.refusal() != null || !current,
        registration.isAdmitted(),
        problem == null ? "" : problem);
  }

  /**
   * Asks to be told the name of an instance whenever one of its services came, changed or went. The
   * listener runs in bundle callbacks: it must return at once.
   */
  public void onChange(Consumer<String> listener) {
    listeners.add(listener);
  }

  /** Takes back {@link #onChange}. */
  public void removeListener(Consumer<String> listener) {
    listeners.remove(listener);
  }

  /**
   * Lends the storage of an instance that connected but is not admitted yet, so that it can be
   * asked which cluster it belongs to; null if there is none such.
   */
  public Lease<StorageEngine> leaseForAdmission(String instance) {
    Slot slot = slots.get(instance);
    Registration<StorageEngine> registration = slot == null ? null : slot.storage.current();
    if (registration == null
        || registration.isAdmitted()
        || registration.refusal() != null
        || registration.properties().status() != InstanceStatus.SERVING
        || !registration.gate().tryEnter()) {
      return null;
    }
    return new Lease<>(registration);
  }

  /** Takes the service that a lease of {@link #leaseForAdmission} is for into service. */
  public void admit(Lease<StorageEngine> lease) {
    lease.registration().admit();
    changed(lease.properties().name());
  }

  /** Refuses it, with a whole sentence that says why. */
  public void refuse(Lease<StorageEngine> lease, String reason) {
    LOG.warn("{}", reason);
    lease.registration().refuse(reason);
    Slot slot = slots.get(lease.properties().name());
    if (slot != null) {
      slot.storage.choose();
    }
    changed(lease.properties().name());
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY,
      updated = "updatedStorage",
      unbind = "removeStorage")
  public void addStorage(StorageEngine storage, Map<String, ?> properties) {
    add(storage, properties, "StorageEngine", slot -> slot.storage, admitsAtOnce);
  }

  /** The properties of a service changed. */
  public void updatedStorage(StorageEngine storage, Map<String, ?> properties) {
    update(storage, properties, slot -> slot.storage);
  }

  /** A service is going away. Returns at once; see the class for what happens then. */
  public void removeStorage(StorageEngine storage) {
    remove(storage, slot -> slot.storage, StorageEngine::abort);
  }

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY,
      updated = "updatedCoordination",
      unbind = "removeCoordination")
  public void addCoordination(CoordinationStore store, Map<String, ?> properties) {
    // The store decides which cluster there is, so it cannot wait to be admitted to one.
    add(store, properties, "CoordinationStore", slot -> slot.coordination, true);
  }

  /** The properties of a service changed. */
  public void updatedCoordination(CoordinationStore store, Map<String, ?> properties) {
    update(store, properties, slot -> slot.coordination);
  }

  /** A service is going away; the storage of the same instance is told to abort, not it. */
  public void removeCoordination(CoordinationStore store) {
    remove(store, slot -> slot.coordination, gone -> {});
  }

  /** The engine stops: nothing more is lent; the instances go on living. */
  @Deactivate
  public void close() {
    closed = true;
    for (Slot slot : slots.values()) {
      slot.storage.all().forEach(registration -> registration.gate().close());
      slot.coordination.all().forEach(registration -> registration.gate().close());
    }
  }

  private <S> void add(
      S service,
      Map<String, ?> properties,
      String kind,
      Function<Slot, Services<S>> part,
      boolean admitted) {
    InstanceProperties declared;
    try {
      declared = InstanceProperties.of(properties);
    } catch (IllegalArgumentException e) {
      LOG.error("{} The service is not used.", e.getMessage());
      return;
    }
    // A name keeps its slot for ever: its bulkhead must not be forgotten between two services.
    Slot slot =
        slots.computeIfAbsent(
            declared.name(), name -> new Slot(new Bulkhead(name, declared.concurrency())));
    String refusal = contractRefusal(declared);
    if (refusal != null) {
      LOG.error("{}", refusal);
    } else if (part.apply(slot).isTaken()) {
      LOG.error("{}", secondOfItsName(declared, kind));
    }
    part.apply(slot).add(new Registration<>(service, declared, refusal, admitted));
    follow(slot);
    changed(declared.name());
  }

  private <S> void update(S service, Map<String, ?> properties, Function<Slot, Services<S>> part) {
    for (Map.Entry<String, Slot> entry : slots.entrySet()) {
      Registration<S> registration = part.apply(entry.getValue()).find(service);
      if (registration == null) {
        continue;
      }
      try {
        InstanceProperties declared = InstanceProperties.of(properties);
        if (declared.name().equals(entry.getKey())) {
          registration.update(declared, contractRefusal(declared));
        } else {
          registration.refuse(
              "The backend instance '"
                  + entry.getKey()
                  + "' renamed itself to '"
                  + declared.name()
                  + "' while registered; restart its bundle.");
        }
      } catch (IllegalArgumentException e) {
        LOG.error("{} The instance '{}' keeps its last ones.", e.getMessage(), entry.getKey());
      }
      part.apply(entry.getValue()).choose();
      follow(entry.getValue());
      changed(entry.getKey());
    }
  }

  private <S> void remove(S service, Function<Slot, Services<S>> part, Consumer<S> afterwards) {
    for (Map.Entry<String, Slot> entry : slots.entrySet()) {
      Registration<S> registration = part.apply(entry.getValue()).remove(service);
      if (registration == null) {
        continue;
      }
      registration.gate().close();
      follow(entry.getValue());
      changed(entry.getKey());
      // A stopping engine lets go of its services in the same way; they must outlive it.
      if (!closed) {
        Thread waiter =
            new Thread(() -> drain(registration, afterwards), "stillpoint-drain-" + entry.getKey());
        waiter.setDaemon(true);
        waiter.start();
      }
    }
  }

  private static <S> void drain(Registration<S> registration, Consumer<S> afterwards) {
    try {
      if (!registration.gate().awaitEmpty(LEASE_GRACE_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn(
            "The backend instance '{}' left with {} calls still running after {} s; they are"
                + " aborted.",
            registration.properties().name(),
            registration.gate().inside(),
            LEASE_GRACE_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try {
      afterwards.accept(registration.service());
    } catch (RuntimeException e) {
      LOG.error("The backend instance '{}' threw in abort()", registration.properties().name(), e);
    }
  }

  private static void follow(Slot slot) {
    Registration<StorageEngine> current = slot.storage.current();
    if (current != null) {
      slot.bulkhead.limit(current.properties().concurrency());
    }
  }

  private void changed(String instance) {
    for (Consumer<String> listener : listeners) {
      listener.accept(instance);
    }
  }

  private static String contractRefusal(InstanceProperties declared) {
    if (declared.contract().equals(BackendProperties.CONTRACT_VERSION)) {
      return null;
    }
    return "The backend '"
        + declared.backend()
        + "' of the instance '"
        + declared.name()
        + "' was built for storage contract "
        + (declared.contract().isEmpty() ? "(none declared)" : declared.contract())
        + ", this server speaks "
        + BackendProperties.CONTRACT_VERSION
        + "; install a bundle built for "
        + BackendProperties.CONTRACT_VERSION
        + ".";
  }

  static String secondOfItsName(InstanceProperties declared, String kind) {
    return "A second "
        + kind
        + " calls itself instance '"
        + declared.name()
        + "' and is not used while the first is there; give one of them another name.";
  }

  /** What one instance name stands for. */
  private static final class Slot {
    final Bulkhead bulkhead;
    final Services<StorageEngine> storage = new Services<>();
    final Services<CoordinationStore> coordination = new Services<>();

    Slot(Bulkhead bulkhead) {
      this.bulkhead = bulkhead;
    }
  }
}
