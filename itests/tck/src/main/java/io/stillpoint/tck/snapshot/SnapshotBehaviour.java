package io.stillpoint.tck.snapshot;

import java.util.Set;

/**
 * What a backend declares of its snapshots, where the contract leaves it a choice. Each declaration
 * is asserted, an absence too: a backend that declares no order must not claim one.
 *
 * @param supported whether it can fix an instant; if not, nothing else counts
 * @param observable whether its instances give {@link SnapshotHooks}; without them what only a look
 *     inside can show is reported as not observable
 * @param keyOrdered whether items arrive in key order (SNAP-5)
 * @param writersWaitAt where a paused open makes a write or a change of the definition wait
 *     (CONF-2)
 * @param onDelete what a deletion of the table does to an open stream (CONF-6)
 * @param onIndexDrop what the removal of an index does to an open stream (CONF-6)
 * @param onStop what the instance's stop does to an open stream (CONF-6)
 */
public record SnapshotBehaviour(
    boolean supported,
    boolean observable,
    boolean keyOrdered,
    Set<PausePoint> writersWaitAt,
    Ending onDelete,
    Ending onIndexDrop,
    Ending onStop) {
  /** How a stream ends that something happens to. Never short and clean. */
  public enum Ending {
    /** It goes on to its last item. */
    COMPLETE,
    /** It throws {@code SnapshotExpiredException} once. */
    ONE_ERROR
  }

  public SnapshotBehaviour {
    writersWaitAt = Set.copyOf(writersWaitAt);
  }

  /** A backend that cannot fix an instant across a table. */
  public static SnapshotBehaviour unsupported() {
    return new SnapshotBehaviour(
        false, false, false, Set.of(), Ending.COMPLETE, Ending.COMPLETE, Ending.COMPLETE);
  }
}
