package io.stillpoint.engine.transaction;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.table.OpenTable;
import io.stillpoint.engine.write.Companion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps a transaction with a client request token from being applied twice: its batch writes the
 * token into every table that it writes, expecting none there. Serves one request.
 */
final class TokenGuard implements Companion {
  /** The token is there, of the same request: that was applied. */
  static final class AppliedBeforeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private AppliedBeforeException() {
      super("applied before", null, false, false);
    }
  }

  private final EntryKey key;
  private final TokenEntry entry;
  private final List<OpenTable> tables;
  private final Map<TableId, Expectation> expectations = new LinkedHashMap<>();

  /**
   * @param tables that the transaction writes
   */
  TokenGuard(String account, String token, Bytes digest, List<OpenTable> tables, Instant now) {
    this.key = TokenEntry.key(account, token);
    this.entry = new TokenEntry(digest, now);
    this.tables = tables;
    tables.forEach(table -> expectations.put(table.id(), Expectation.absent()));
  }

  /**
   * Looks whether the token is there already.
   *
   * @throws AppliedBeforeException if the same request was applied
   * @throws ServiceException IDEMPOTENT_PARAMETER_MISMATCH if another was
   */
  void look(StorageEngine storage, Deadline deadline) {
    List<ReadKey> keys =
        tables.stream().map(table -> new ReadKey(table.id(), Spaces.TOKENS, key)).toList();
    List<Entry> found =
        storage.read(tables.stream().map(OpenTable::at).toList(), keys, true, deadline);
    for (int i = 0; i < found.size(); i++) {
      found(tables.get(i).id(), found.get(i));
    }
  }

  @Override
  public List<Change> changes() {
    List<Change> changes = new ArrayList<>();
    expectations.forEach(
        (table, expectation) ->
            changes.add(Change.put(table, Spaces.TOKENS, key, expectation, entry.value())));
    return changes;
  }

  @Override
  public void mismatch(Change change, Entry current) {
    found(change.table(), current);
  }

  private void found(TableId table, Entry current) {
    if (current != null) {
      TokenEntry there = TokenEntry.read(current);
      if (!there.isOver(entry.time())) {
        if (there.digest().equals(entry.digest())) {
          throw new AppliedBeforeException();
        }
        throw new ServiceException(
            ErrorType.IDEMPOTENT_PARAMETER_MISMATCH,
            "The client request token was used within the last 10 minutes for a request with other"
                + " parameters; use a new token");
      }
    }
    expectations.put(table, Expectation.unchanged(current));
  }
}
