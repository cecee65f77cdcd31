package io.stillpoint.engine.service;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.bytes.Bytes;
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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A real instance whose commits and reads a test can hold, count, answer or let fail. */
final class FaultyStorage implements StorageEngine {
  /** What happens instead of a commit. */
  interface Commit {
    CommitOutcome commit(StorageEngine real, Batch batch, Deadline deadline);
  }

  /** What happens before a read or a range. */
  interface BeforeRead {
    void run(StorageEngine real);
  }

  final AtomicInteger commits = new AtomicInteger();
  volatile Commit onCommit = StorageEngine::commit;
  volatile BeforeRead beforeRead = real -> {};
  private final StorageEngine real;

  FaultyStorage(StorageEngine real) {
    this.real = real;
  }

  @Override
  public CommitOutcome commit(Batch batch, Deadline deadline) {
    commits.incrementAndGet();
    return onCommit.commit(real, batch, deadline);
  }

  @Override
  public List<Entry> read(
      List<TableRevision> tables, List<ReadKey> keys, boolean consistent, Deadline deadline) {
    beforeRead.run(real);
    return real.read(tables, keys, consistent, deadline);
  }

  @Override
  public Page range(RangeRequest request, Deadline deadline) {
    return real.range(request, deadline);
  }

  @Override
  public String join(String cluster, Deadline deadline) {
    return real.join(cluster, deadline);
  }

  @Override
  public StoredTable create(NewTable table, Deadline deadline) {
    return real.create(table, deadline);
  }

  @Override
  public Optional<StoredTable> describe(TableId table, Deadline deadline) {
    return real.describe(table, deadline);
  }

  @Override
  public List<StoredTable> tables(Deadline deadline) {
    return real.tables(deadline);
  }

  @Override
  public StoredTable alter(
      TableId table, long expected, Bytes document, Set<Integer> spaces, Deadline deadline) {
    return real.alter(table, expected, document, spaces, deadline);
  }

  @Override
  public Optional<StoredTable> delete(TableId table, Deadline deadline) {
    return real.delete(table, deadline);
  }

  @Override
  public void load(TableRevision table, int space, List<Entry> entries, Deadline deadline) {
    real.load(table, space, entries, deadline);
  }

  @Override
  public SpaceSize measure(TableRevision table, int space, Deadline deadline) {
    return real.measure(table, space, deadline);
  }

  @Override
  public Limits limits() {
    return real.limits();
  }

  @Override
  public void abort() {
    real.abort();
  }
}
