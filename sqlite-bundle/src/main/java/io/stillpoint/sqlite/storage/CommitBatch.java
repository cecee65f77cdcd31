package io.stillpoint.sqlite.storage;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A batch on the writer's thread: every revision, then every expectation, and only then the
 * changes, so that a refusal has written nothing.
 */
final class CommitBatch implements Database.Operation<CommitOutcome> {
  private final Catalog catalog;
  private final Batch batch;

  CommitBatch(Catalog catalog, Batch batch) {
    this.catalog = catalog;
    this.batch = batch;
  }

  /** One change is one statement: if it fails, SQLite undoes it without a savepoint. */
  @Override
  public boolean isSingleStatement() {
    return batch.changes().size() == 1;
  }

  @Override
  public long bytes() {
    long bytes = 0;
    for (Change change : batch.changes()) {
      bytes += change.key().partition().length() + change.key().sort().length();
      bytes += change.value() == null ? 0 : change.value().length();
    }
    return bytes;
  }

  @Override
  public CommitOutcome apply(Connection connection) throws SQLException {
    for (TableRevision table : batch.tables()) {
      CommitOutcome.Stale stale = stale(table);
      if (stale != null) {
        return stale;
      }
    }
    Map<Integer, Entry> old = new HashMap<>();
    Map<Integer, CommitOutcome.Current> failed = new HashMap<>();
    List<Change> changes = batch.changes();
    for (int i = 0; i < changes.size(); i++) {
      check(connection, i, changes.get(i), old, failed);
    }
    if (!failed.isEmpty()) {
      return new CommitOutcome.Mismatch(failed);
    }
    for (Change change : changes) {
      write(connection, change);
    }
    return old.isEmpty() ? CommitOutcome.Applied.WITHOUT_OLD : new CommitOutcome.Applied(old);
  }

  private CommitOutcome.Stale stale(TableRevision planned) {
    TableRow row = catalog.current(planned.table());
    if (row == null) {
      return new CommitOutcome.Stale(planned.table(), 0, null);
    }
    boolean current =
        row.table().revision() == planned.revision() && row.table().state() == TableState.LIVE;
    return current
        ? null
        : new CommitOutcome.Stale(planned.table(), row.table().revision(), row.table().state());
  }

  private void check(
      Connection connection,
      int index,
      Change change,
      Map<Integer, Entry> old,
      Map<Integer, CommitOutcome.Current> failed)
      throws SQLException {
    boolean expects = change.expectation() != Expectation.any();
    if (change.wantOld()) {
      Entry current = read(connection, change);
      if (!change.expectation().isMetBy(current)) {
        failed.put(index, new CommitOutcome.Current(current));
      } else if (current != null) {
        old.put(index, current);
      }
    } else if (expects && !isMet(connection, change)) {
      failed.put(index, new CommitOutcome.Current(read(connection, change)));
    }
  }

  /** Looks at the write id alone: the value may fill many pages. */
  private boolean isMet(Connection connection, Change change) throws SQLException {
    Relation relation = relation(change);
    PreparedStatement select = connection.prepare(relation.writeId());
    select.setBytes(1, relation.key(change.key()));
    try (ResultSet rows = select.executeQuery()) {
      Entry current =
          rows.next() ? new Entry(change.key(), WriteId.of(rows.getBytes(1)), Bytes.EMPTY) : null;
      return change.expectation().isMetBy(current);
    }
  }

  private Entry read(Connection connection, Change change) throws SQLException {
    Relation relation = relation(change);
    PreparedStatement select = connection.prepare(relation.get());
    select.setBytes(1, relation.key(change.key()));
    try (ResultSet rows = select.executeQuery()) {
      return rows.next()
          ? new Entry(change.key(), WriteId.of(rows.getBytes(1)), Bytes.wrap(Rows.bytes(rows, 2)))
          : null;
    }
  }

  private void write(Connection connection, Change change) throws SQLException {
    Relation relation = relation(change);
    switch (change.kind()) {
      case PUT -> Rows.put(connection, relation, change.key(), batch.writeId(), change.value());
      case DELETE -> {
        PreparedStatement delete = connection.prepare(relation.delete());
        delete.setBytes(1, relation.key(change.key()));
        delete.executeUpdate();
      }
      case CHECK -> {}
    }
  }

  private Relation relation(Change change) {
    return catalog.current(change.table()).relation(change.space());
  }
}
