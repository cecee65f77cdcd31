package io.stillpoint.engine.directory;

/**
 * The right of one call to use an instance's service. Take it in a try-with-resources statement,
 * for as long as the backend is called and no longer; never store the service. While it is held the
 * instance is not told to abort, for at most five seconds after it left the registry.
 *
 * <p>Used by one thread at a time; may be closed by another than the one that took it.
 *
 * @param <S> the kind of service: {@code StorageEngine} or {@code CoordinationStore}
 */
public final class Lease<S> implements AutoCloseable {
  private final Registration<S> registration;
  private boolean closed;

  Lease(Registration<S> registration) {
    this.registration = registration;
  }

  /** The service; valid until {@link #close}. */
  public S service() {
    return registration.service();
  }

  /** What the instance says of itself, as of now. */
  public InstanceProperties properties() {
    return registration.properties();
  }

  Registration<S> registration() {
    return registration;
  }

  /** Gives the right back. Closing twice changes nothing. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      registration.gate().exit();
    }
  }
}
