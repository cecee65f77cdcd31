package io.stillpoint.tck.sqlite;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.tck.storage.BackendUnderTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that commits while every sync is held, and says whether the commit was acknowledged
 * meanwhile. Arguments: the file that holds syncs while it is there, and the one that a held sync
 * makes.
 */
final class HeldSync {
  static final String SYNCED_FIRST = "not acknowledged while its sync was held; then Applied";

  private static final Duration LIMIT = Duration.ofSeconds(20);

  /**
   * How long a commit has to be acknowledged too early. The sync that is held may be a
   * checkpoint's, so on a busy machine the commit may only just have begun.
   */
  private static final Duration TEMPTATION = Duration.ofSeconds(3);

  private HeldSync() {}

  public static void main(String[] arguments) throws Exception {
    Path hold = Path.of(arguments[0]);
    Path held = Path.of(arguments[1]);
    try (BackendUnderTest backend = SqliteUnderTest.file();
        BackendUnderTest.Instance instance = backend.open()) {
      StorageEngine storage = instance.storage();
      StoredTable table =
          storage.create(
              new NewTable(TableId.random(), "000000000000", "t", Spaces.FIXED, Bytes.utf8("d")),
              Deadline.after(LIMIT));
      CommitOutcome before = commit(storage, table, "before");
      Files.createFile(hold);
      FutureTask<CommitOutcome> committing =
          new FutureTask<>(() -> commit(storage, table, "while syncs are held"));
      Thread thread = new Thread(committing, "commits");
      thread.setDaemon(true);
      thread.start();
      Deadline limit = Deadline.after(LIMIT);
      while (!Files.exists(held)
          && !isDone(committing, Duration.ofMillis(1))
          && !limit.hasPassed()) {
        Thread.onSpinWait();
      }
      boolean early = isDone(committing, TEMPTATION);
      Files.delete(hold);
      CommitOutcome after = committing.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      System.out.println(
          early
              ? "acknowledged before its sync: " + after
              : after instanceof CommitOutcome.Applied ? SYNCED_FIRST : before + ", then " + after);
    }
  }

  private static CommitOutcome commit(StorageEngine storage, StoredTable table, String partition) {
    EntryKey key = new EntryKey(Bytes.utf8(partition), Bytes.EMPTY);
    return storage.commit(
        new Batch(
            WriteId.fresh(),
            List.of(table.at()),
            List.of(Change.put(table.id(), Spaces.ITEMS, key, Expectation.any(), Bytes.utf8("x")))),
        Deadline.after(LIMIT));
  }

  private static boolean isDone(FutureTask<?> task, Duration most) throws Exception {
    try {
      task.get(most.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }
}
