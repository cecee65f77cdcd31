package io.stillpoint.vendor;

import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.error.UnsupportedException;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.tck.snapshot.SnapshotBehaviour;
import io.stillpoint.tck.snapshot.SnapshotBehaviour.Ending;
import io.stillpoint.tck.storage.BackendUnderTest;
import java.util.Set;

/** What the kit has to know of this backend. */
final class MemoryUnderTest implements BackendUnderTest {
  /** A copy sees nothing of what comes later; the instance's stop ends it all the same. */
  static final SnapshotBehaviour BEHAVIOUR =
      new SnapshotBehaviour(
          true, false, true, Set.of(), Ending.COMPLETE, Ending.COMPLETE, Ending.ONE_ERROR);

  private final boolean withSnapshots;

  private MemoryUnderTest(boolean withSnapshots) {
    this.withSnapshots = withSnapshots;
  }

  static MemoryUnderTest complete() {
    return new MemoryUnderTest(true);
  }

  /** As of a database that has no read of one instant. */
  static MemoryUnderTest withoutSnapshots() {
    return new MemoryUnderTest(false);
  }

  @Override
  public Instance open() {
    MemoryStorage storage = new MemoryStorage();
    return new Opened(
        storage,
        new MemoryCoordination(),
        withSnapshots ? storage.snapshots() : MemoryUnderTest::refuse);
  }

  private static TableSnapshot refuse(String account, String table) {
    throw new UnsupportedException("Backend 'memory' has no read of one instant across a table.");
  }

  @Override
  public boolean isDurable() {
    return false;
  }

  @Override
  public void close() {
    // Gone with its instance.
  }

  private record Opened(
      MemoryStorage memory, CoordinationStore coordination, SnapshotEngine snapshots)
      implements Instance {
    @Override
    public StorageEngine storage() {
      return memory;
    }

    @Override
    public void close() {
      memory.abort();
    }
  }
}
