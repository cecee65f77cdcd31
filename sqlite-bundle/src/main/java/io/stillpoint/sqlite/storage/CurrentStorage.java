package io.stillpoint.sqlite.storage;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.backend.LiveNumber;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.SpaceSize;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.sqlite.database.Slots;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The storage that an instance registers: calls go to the database that is open now, and are
 * transient while none is.
 */
public final class CurrentStorage implements StorageEngine {
  private final Supplier<SqliteStorage> current;
  private final Slots slots;
  private final Runnable onAbort;

  /**
   * @param current the open one; throws TransientException while there is none
   */
  public CurrentStorage(Supplier<SqliteStorage> current, Slots slots, Runnable onAbort) {
    this.current = current;
    this.slots = slots;
    this.onAbort = onAbort;
  }

  @Override
  public String join(String cluster, Deadline deadline) {
    return current.get().join(cluster, deadline);
  }

  @Override
  public StoredTable create(NewTable table, Deadline deadline) {
    return current.get().create(table, deadline);
  }

  @Override
  public Optional<StoredTable> describe(TableId table, Deadline deadline) {
    return current.get().describe(table, deadline);
  }

  @Override
  public List<StoredTable> tables(Deadline deadline) {
    return current.get().tables(deadline);
  }

  @Override
  public StoredTable alter(
      TableId table,
      long expectedRevision,
      Bytes document,
      Set<Integer> spaces,
      Deadline deadline) {
    return current.get().alter(table, expectedRevision, document, spaces, deadline);
  }

  @Override
  public Optional<StoredTable> delete(TableId table, Deadline deadline) {
    return current.get().delete(table, deadline);
  }

  @Override
  public List<Entry> read(
      List<TableRevision> tables, List<ReadKey> keys, boolean consistent, Deadline deadline) {
    return current.get().read(tables, keys, consistent, deadline);
  }

  @Override
  public Page range(RangeRequest request, Deadline deadline) {
    return current.get().range(request, deadline);
  }

  @Override
  public CommitOutcome commit(Batch batch, Deadline deadline) {
    SqliteStorage storage;
    try {
      storage = current.get();
    } catch (TransientException e) {
      return new CommitOutcome.Transient(e.getMessage());
    }
    return storage.commit(batch, deadline);
  }

  @Override
  public void load(TableRevision table, int space, List<Entry> entries, Deadline deadline) {
    current.get().load(table, space, entries, deadline);
  }

  @Override
  public SpaceSize measure(TableRevision table, int space, Deadline deadline) {
    return current.get().measure(table, space, deadline);
  }

  @Override
  public Limits limits() {
    return SqliteStorage.limits(slots);
  }

  @Override
  public List<LiveNumber> numbers() {
    try {
      return current.get().numbers();
    } catch (TransientException e) {
      return List.of();
    }
  }

  @Override
  public void abort() {
    onAbort.run();
  }
}
