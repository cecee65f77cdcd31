package io.stillpoint.bench.lease;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.SqliteInstance;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;

/**
 * What every call pays for a backend that may leave at any moment: to find the instance by its
 * name, enter its gate, take its service and leave again (RT-1).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LeaseBench {
  private static final String INSTANCE = "local";

  private SqliteInstance instance;
  private BackendDirectory directory;

  @Setup
  public void start() throws InterruptedException {
    CountDownLatch serving = new CountDownLatch(1);
    instance =
        SqliteInstance.start(
            Settings.memory(INSTANCE),
            (status, reason) -> {
              if (status == InstanceStatus.SERVING) {
                serving.countDown();
              }
            });
    if (!serving.await(20, TimeUnit.SECONDS)) {
      throw new IllegalStateException("SQLite does not serve after 20 s");
    }
    directory = new BackendDirectory(true);
    directory.addStorage(
        instance.storage(),
        Map.of(
            BackendProperties.INSTANCE,
            INSTANCE,
            BackendProperties.BACKEND,
            "sqlite",
            BackendProperties.CONTRACT,
            BackendProperties.CONTRACT_VERSION));
  }

  @TearDown
  public void stop() {
    directory.close();
    instance.close();
  }

  @Benchmark
  public StorageEngine alone() {
    return lease();
  }

  /** Two threads on one gate: the worst that two processors can do to each other. */
  @Benchmark
  @Threads(2)
  public StorageEngine contended() {
    return lease();
  }

  private StorageEngine lease() {
    try (Lease<StorageEngine> lease = directory.lease(INSTANCE)) {
      return lease.service();
    }
  }
}
