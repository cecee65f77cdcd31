package io.stillpoint.http;

import java.net.URI;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The server's HTTP endpoint, registered as a service while the HTTP bundle is active, also when it
 * could not listen. Its service properties say the same as text, so that a reader needs no class of
 * this bundle.
 */
@ProviderType
public interface Endpoint {
  /** Service property: {@link #LISTENING} or {@link #FAILED}. */
  String STATUS = "stillpoint.http.status";

  /** Service property, present while it listens: the address, such as http://127.0.0.1:8000. */
  String ADDRESS = "stillpoint.http.address";

  /** Service property, present when it failed: one sentence for people, with the next step. */
  String REASON = "stillpoint.http.reason";

  /**
   * Service property, present when the last change of configuration was refused and the one before
   * is still in force: key, problem and allowed form.
   */
  String REFUSED_CONFIGURATION = "stillpoint.http.configuration.refused";

  /** A value of {@link #STATUS}: requests are answered at {@link #ADDRESS}. */
  String LISTENING = "LISTENING";

  /** A value of {@link #STATUS}: nothing listens; {@link #REASON} says why. */
  String FAILED = "FAILED";

  /** Where clients connect, or empty when it does not listen. Any thread; never blocks. */
  Optional<URI> address();
}
