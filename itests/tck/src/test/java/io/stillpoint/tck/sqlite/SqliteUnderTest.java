package io.stillpoint.tck.sqlite;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.snapshot.SnapshotEngine;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.SqliteInstance;
import io.stillpoint.tck.snapshot.PausePoint;
import io.stillpoint.tck.snapshot.SnapshotBehaviour;
import io.stillpoint.tck.snapshot.SnapshotBehaviour.Ending;
import io.stillpoint.tck.snapshot.SnapshotHooks;
import io.stillpoint.tck.storage.BackendUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** SQLite, in a file of a folder of its own or in memory. */
final class SqliteUnderTest implements BackendUnderTest {
  /** A file's snapshots hold no lock, and see nothing of what comes later. */
  static final SnapshotBehaviour IN_A_FILE =
      new SnapshotBehaviour(
          true, true, true, Set.of(), Ending.COMPLETE, Ending.COMPLETE, Ending.ONE_ERROR);

  /** In memory, an open has the one connection until it has copied the table. */
  static final SnapshotBehaviour IN_MEMORY =
      new SnapshotBehaviour(
          true,
          true,
          true,
          Set.of(PausePoint.AFTER_DEFINITION, PausePoint.BEFORE_ITEMS),
          Ending.COMPLETE,
          Ending.COMPLETE,
          Ending.ONE_ERROR);

  private final Path folder;

  private SqliteUnderTest(Path folder) {
    this.folder = folder;
  }

  static SqliteUnderTest file() throws IOException {
    return new SqliteUnderTest(Files.createTempDirectory("stillpoint-tck"));
  }

  static SqliteUnderTest memory() {
    return new SqliteUnderTest(null);
  }

  @Override
  public Instance open() throws IOException {
    CompletableFuture<Void> serving = new CompletableFuture<>();
    SqliteHooks hooks = new SqliteHooks();
    SqliteInstance instance =
        SqliteInstance.start(
            folder == null
                ? Settings.memory("tck")
                : Settings.file("tck", folder.resolve("tck.db")),
            (status, reason) -> {
              if (status == InstanceStatus.SERVING) {
                serving.complete(null);
              } else {
                serving.completeExceptionally(new IOException(reason));
              }
            },
            hooks.parts());
    try {
      serving.get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      instance.close();
      throw new IOException("SQLite does not serve within 10 s", e);
    }
    return new OpenInstance(instance, hooks);
  }

  @Override
  public boolean isDurable() {
    return folder != null;
  }

  @Override
  public void close() throws IOException {
    if (folder == null) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private record OpenInstance(SqliteInstance sqlite, SqliteHooks observed) implements Instance {
    @Override
    public StorageEngine storage() {
      return sqlite.storage();
    }

    @Override
    public CoordinationStore coordination() {
      return sqlite.coordination();
    }

    @Override
    public SnapshotEngine snapshots() {
      return sqlite.snapshots();
    }

    @Override
    public Optional<SnapshotHooks> hooks() {
      return Optional.of(observed.hooks());
    }

    @Override
    public void close() {
      sqlite.close();
    }
  }
}
