package io.stillpoint.api.coordination;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** Operations that are begun once, and of which each scope has at most one active (COORD-3). */
@ProviderType
public interface Intents {
  /**
   * Begins an operation, or says why not.
   *
   * @param key an idempotency key; one that was used before names that operation, whatever the
   *     other arguments are now
   */
  Begun begin(String key, String scope, String kind, Bytes payload, Deadline deadline);

  /**
   * Ends an active operation. Completing a completed one changes nothing.
   *
   * @return whether this call ended it
   */
  boolean complete(String key, Bytes result, Deadline deadline);

  /** Every active operation, in the order they were begun. */
  List<Intent> active(Deadline deadline);

  /** How {@link #begin} ended. */
  sealed interface Begun {
    /** It is active now and this call made it so. */
    record Created(Intent intent) implements Begun {}

    /** The key was used before; this is that operation, active or completed. */
    record Existing(Intent intent) implements Begun {}

    /** Another operation is active in the scope; nothing was changed. */
    record Busy(Intent holder) implements Begun {}
  }
}
