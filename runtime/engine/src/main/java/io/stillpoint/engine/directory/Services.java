package io.stillpoint.engine.directory;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The services of one kind that claim one instance name, in the order they arrived. The first that
 * is not refused is the current one; the others wait for it to go.
 */
final class Services<S> {
  private final List<Registration<S>> registrations = new CopyOnWriteArrayList<>();
  private volatile Registration<S> current;

  /** The one that is lent; null if there is none. */
  Registration<S> current() {
    return current;
  }

  /** Whether a service that is not refused has the name. */
  boolean isTaken() {
    Registration<S> now = current;
    return now != null && now.refusal() == null;
  }

  List<Registration<S>> all() {
    return List.copyOf(registrations);
  }

  Registration<S> find(S service) {
    return registrations.stream()
        .filter(registration -> registration.service() == service)
        .findFirst()
        .orElse(null);
  }

  synchronized void add(Registration<S> registration) {
    registrations.add(registration);
    choose();
  }

  /** Takes a service out; null if it was not in. */
  synchronized Registration<S> remove(S service) {
    Registration<S> gone = find(service);
    if (gone != null) {
      registrations.remove(gone);
      choose();
    }
    return gone;
  }

  /** Looks again, after a registration was refused or updated. */
  synchronized void choose() {
    if (current != null && registrations.contains(current) && current.refusal() == null) {
      return;
    }
    current =
        registrations.stream()
            .filter(registration -> registration.refusal() == null)
            .findFirst()
            .or(() -> registrations.stream().findFirst())
            .orElse(null);
  }
}
