package io.stillpoint.engine.admin;

import org.osgi.annotation.versioning.ProviderType;

/**
 * What the engine does by itself (OPS-4): it takes instances into service, settles creations and
 * deletions that were left half done, ends transitions that are due and fills indexes. It looks
 * when something woke it and when something is due, not at intervals. Any thread.
 */
@ProviderType
public interface Poller {
  /**
   * What it does now. Blocks for a few seconds at most, for the home instance's list of what is
   * under way; where that cannot be read, {@link PollerStatus#problem()} says why.
   */
  PollerStatus status();

  /** Makes it look soon at everything that may have to be done. Returns at once. */
  void wake();
}
