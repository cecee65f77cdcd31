package io.stillpoint.engine.transaction;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.Fetch;
import io.stillpoint.api.storage.KeyRange;
import io.stillpoint.api.storage.Page;
import io.stillpoint.api.storage.RangeRequest;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.operation.TableAccess;
import io.stillpoint.engine.table.OpenTable;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes client request tokens that are older than ten minutes, from tables that this server wrote
 * tokens into or was told of at its start. A token that is left behind takes a little room and does
 * no harm: its age is looked at wherever it is met. Thread safe.
 */
public final class TokenSweep {
  private static final Logger LOG = LoggerFactory.getLogger(TokenSweep.class);
  private static final Duration TABLE_TIMEOUT = Duration.ofSeconds(5);
  private static final int PAGE_ENTRIES = 100;
  private static final long PAGE_BYTES = 1 << 18;

  private record Table(String account, String name) {}

  private final TableAccess access;
  private final InstantSource clock;
  private final Set<Table> tables = ConcurrentHashMap.newKeySet();

  public TokenSweep(TableAccess access, InstantSource clock) {
    this.access = access;
    this.clock = clock;
  }

  /** Remembers a table that may have tokens. */
  public void remember(String account, String name) {
    tables.add(new Table(account, name));
  }

  void written(List<OpenTable> written) {
    for (OpenTable table : written) {
      remember(table.definition().account(), table.definition().name());
    }
  }

  /** Looks through all tables that may have tokens, once. Blocks on backends. */
  public void sweep() {
    for (Table table : List.copyOf(tables)) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      Deadline deadline = Deadline.after(TABLE_TIMEOUT);
      try {
        // Forgotten first: a token written meanwhile remembers the table again.
        tables.remove(table);
        boolean left =
            access.on(
                table.account(),
                TableRef.of(table.name()),
                deadline,
                (open, storage) -> sweep(open, storage, deadline));
        if (left) {
          tables.add(table);
        }
      } catch (ServiceException e) {
        switch (e.type()) {
          case RESOURCE_NOT_FOUND -> LOG.debug("Table {} is gone with its tokens", table);
          default -> tables.add(table);
        }
      } catch (StorageException e) {
        LOG.debug("Tokens of {} are swept later", table, e);
        tables.add(table);
      }
    }
  }

  /** Whether tokens are left that are not old enough. */
  private boolean sweep(OpenTable table, StorageEngine storage, Deadline deadline) {
    Instant now = Instant.ofEpochMilli(clock.millis());
    EntryKey from = null;
    boolean left = false;
    while (true) {
      Page page =
          storage.range(
              new RangeRequest(
                  table.at(),
                  Spaces.TOKENS,
                  new KeyRange.OfSpace(from, null),
                  PAGE_ENTRIES,
                  PAGE_BYTES,
                  Fetch.VALUES,
                  false),
              deadline);
      for (Entry entry : page.entries()) {
        if (!TokenEntry.read(entry).isOver(now)) {
          left = true;
        } else if (!remove(table, storage, entry, deadline)) {
          left = true;
        }
        from = entry.key().next();
      }
      if (!page.more() || page.entries().isEmpty()) {
        return left;
      }
    }
  }

  private static boolean remove(
      OpenTable table, StorageEngine storage, Entry entry, Deadline deadline) {
    Change change =
        Change.delete(
            table.id(), Spaces.TOKENS, entry.key(), Expectation.writtenBy(entry.writeId()));
    CommitOutcome outcome =
        storage.commit(new Batch(WriteId.fresh(), List.of(table.at()), List.of(change)), deadline);
    return outcome instanceof CommitOutcome.Applied;
  }
}
