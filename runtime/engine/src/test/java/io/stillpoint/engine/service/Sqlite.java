package io.stillpoint.engine.service;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.SqliteInstance;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A real SQLite instance that serves. */
final class Sqlite implements AutoCloseable {
  private final SqliteInstance instance;

  private Sqlite(Settings settings) {
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
        throw new AssertionError("SQLite did not serve within 20 s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  static Sqlite inMemory() {
    return new Sqlite(Settings.memory("local"));
  }

  static Sqlite inFile(Path file) {
    return new Sqlite(Settings.file("local", file));
  }

  StorageEngine storage() {
    return instance.storage();
  }

  CoordinationStore coordination() {
    return instance.coordination();
  }

  @Override
  public void close() {
    instance.close();
  }
}
