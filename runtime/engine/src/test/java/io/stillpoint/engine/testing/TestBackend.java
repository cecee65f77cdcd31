package io.stillpoint.engine.testing;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.backend.OnlineCopy;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.SqliteInstance;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A SQLite instance without a framework, which outlives the engines that tests start on it. */
public final class TestBackend implements AutoCloseable {
  private static final Duration DELAY = Duration.ofMillis(20);

  private final SqliteInstance instance;

  private TestBackend(Settings settings) {
    CountDownLatch serving = new CountDownLatch(1);
    instance =
        SqliteInstance.start(
            settings,
            (status, reason) -> {
              if (status == InstanceStatus.SERVING) {
                serving.countDown();
              }
            });
    try {
      if (!serving.await(20, TimeUnit.SECONDS)) {
        throw new AssertionError("waited 20 s in vain until SQLite serves " + settings.place());
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while SQLite was opened", e);
    }
  }

  /** An empty one in memory. */
  public static TestBackend inMemory() {
    return new TestBackend(new Settings("local", null, DELAY, 8, 1));
  }

  /** One in a file, with whatever that holds. */
  public static TestBackend inFile(Path file) {
    return new TestBackend(new Settings("local", file, DELAY, 8, 2));
  }

  public StorageEngine storage() {
    return instance.storage();
  }

  public CoordinationStore coordination() {
    return instance.coordination();
  }

  public SnapshotEngine snapshots() {
    return instance.snapshots();
  }

  public OnlineCopy copies() {
    return instance.copies();
  }

  @Override
  public void close() {
    instance.close();
  }
}
