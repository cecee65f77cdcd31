package io.stillpoint.engine.write;

import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Entry;
import java.util.List;

/** Changes that travel in a batch beside those of its items. */
public interface Companion {
  Companion NONE =
      new Companion() {
        @Override
        public List<Change> changes() {
          return List.of();
        }

        @Override
        public void mismatch(Change change, Entry current) {
          throw new IllegalStateException("no change of mine");
        }
      };

  /** The changes for the next attempt. */
  List<Change> changes();

  /**
   * Hears that the expectation of a change of its was not met, before the next attempt is planned.
   *
   * @param current null if there is no entry
   * @throws RuntimeException to end the write: nothing was written
   */
  void mismatch(Change change, Entry current);
}
