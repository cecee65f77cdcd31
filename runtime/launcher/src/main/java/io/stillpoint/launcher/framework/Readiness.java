package io.stillpoint.launcher.framework;

import io.stillpoint.launcher.ExitStatus;
import io.stillpoint.launcher.LaunchException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.osgi.framework.AllServiceListener;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;

/**
 * Waits until the server serves: the home instance is SERVING, the engine takes requests and lets
 * them through to it, and the endpoint is LISTENING. All are known by interface name and service
 * properties, whose meaning is documented in {@code io.stillpoint.api.backend.BackendProperties},
 * {@code io.stillpoint.engine.admin.ServingInstances} and {@code io.stillpoint.http.Endpoint}.
 */
public final class Readiness implements AllServiceListener {
  private static final String STORAGE_ENGINE = "io.stillpoint.api.storage.StorageEngine";
  private static final String ENDPOINT = "io.stillpoint.http.Endpoint";
  private static final String REQUEST_HANDLER = "io.stillpoint.engine.request.RequestHandler";
  private static final String SERVING_INSTANCES = "io.stillpoint.engine.admin.ServingInstances";
  private static final String FAILED = "FAILED";

  private final BundleContext context;
  private final String home;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long changes;

  private Readiness(BundleContext context, String home) {
    this.context = context;
    this.home = home;
  }

  /**
   * Waits.
   *
   * @param home the home instance's name
   * @param bound how long at most
   * @return the endpoint's address, for example {@code http://127.0.0.1:8000}
   * @throws LaunchException if one of them says that it failed, or does not get there in time; the
   *     sentence gives its own reason
   */
  public static String await(BundleContext context, String home, Duration bound)
      throws LaunchException, InterruptedException {
    Readiness readiness = new Readiness(context, home);
    String filter =
        "(|(objectClass=%s)(objectClass=%s)(objectClass=%s)(objectClass=%s))"
            .formatted(STORAGE_ENGINE, REQUEST_HANDLER, SERVING_INSTANCES, ENDPOINT);
    try {
      context.addServiceListener(readiness, filter);
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
    try {
      return readiness.await(bound);
    } finally {
      context.removeServiceListener(readiness);
    }
  }

  @Override
  public void serviceChanged(ServiceEvent event) {
    lock.lock();
    try {
      changes++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private String await(Duration bound) throws LaunchException, InterruptedException {
    long left = bound.toNanos();
    while (true) {
      long seen = changes();
      State storage = storage();
      State engine = engine();
      State endpoint = endpoint();
      if (storage.ready() && engine.ready() && endpoint.ready()) {
        return endpoint.text();
      }
      if (left <= 0) {
        State missing = storage.ready() ? (engine.ready() ? endpoint : engine) : storage;
        throw new NotReadyException(
            missing.status(),
            "not ready after " + bound.toSeconds() + " s: waiting for " + missing.text());
      }
      left = awaitChange(seen, left);
    }
  }

  private long changes() {
    lock.lock();
    try {
      return changes;
    } finally {
      lock.unlock();
    }
  }

  private long awaitChange(long seen, long nanos) throws InterruptedException {
    long left = nanos;
    lock.lock();
    try {
      while (changes == seen && left > 0) {
        left = changed.awaitNanos(left);
      }
      return left;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether a part is ready, and what there is to say of it.
   *
   * @param status the exit status if it does not get ready
   * @param text the address of an endpoint that is ready, else what is waited for
   */
  private record State(ExitStatus status, boolean ready, String text) {}

  private State storage() throws LaunchException {
    ServiceReference<?> reference =
        find(STORAGE_ENGINE, "(stillpoint.instance=" + escaped(home) + ")");
    String name = "the home instance '" + home + "'";
    if (reference == null) {
      return new State(
          ExitStatus.STORAGE,
          false,
          name
              + ", which no backend has registered. It is named by home= in etc/stillpoint.cfg and"
              + " configured by a file in etc/, such as io.stillpoint.sqlite-"
              + home
              + ".cfg");
    }
    String status = text(reference, "stillpoint.status");
    String reason = text(reference, "stillpoint.status.reason");
    if (status.equals(FAILED)) {
      throw new LaunchException(ExitStatus.STORAGE, name + " does not serve: " + reason);
    }
    return new State(
        ExitStatus.STORAGE,
        status.equals("SERVING"),
        name + ", which is " + status + withReason(reason));
  }

  private State engine() {
    if (find(REQUEST_HANDLER, null) == null) {
      return new State(
          ExitStatus.FAILED, false, "the engine, which has not registered its RequestHandler");
    }
    return new State(
        ExitStatus.FAILED,
        find(SERVING_INSTANCES, "(stillpoint.engine.serving=" + escaped(home) + ")") != null,
        "the engine, which does not let calls through to the home instance '" + home + "' yet");
  }

  private State endpoint() throws LaunchException {
    ServiceReference<?> reference = find(ENDPOINT, null);
    if (reference == null) {
      return new State(
          ExitStatus.ENDPOINT, false, "the HTTP endpoint, which is not registered yet");
    }
    String status = text(reference, "stillpoint.http.status");
    String reason = text(reference, "stillpoint.http.reason");
    if (status.equals(FAILED)) {
      throw new LaunchException(ExitStatus.ENDPOINT, "the endpoint does not listen: " + reason);
    }
    return status.equals("LISTENING")
        ? new State(ExitStatus.ENDPOINT, true, text(reference, "stillpoint.http.address"))
        : new State(
            ExitStatus.ENDPOINT,
            false,
            "the HTTP endpoint, which is " + status + withReason(reason));
  }

  private ServiceReference<?> find(String type, String filter) {
    try {
      ServiceReference<?>[] references = context.getAllServiceReferences(type, filter);
      return references == null ? null : references[0];
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(ServiceReference<?> reference, String property) {
    return Objects.toString(reference.getProperty(property), "");
  }

  private static String withReason(String reason) {
    return reason.isEmpty() ? "" : " (" + reason + ")";
  }

  /** RFC 4515, as OSGi filters have it. */
  private static String escaped(String value) {
    return value.replaceAll("[\\\\*()]", "\\\\$0");
  }
}
