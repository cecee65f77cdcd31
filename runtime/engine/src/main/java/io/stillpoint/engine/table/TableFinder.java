package io.stillpoint.engine.table;

import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import java.util.Optional;

/**
 * Finds tables in every state, for the operations that describe and change them; item operations
 * use {@link TableDirectory}. Always asks the table's instance. Thread safe.
 */
final class TableFinder {
  private final NameRegistry registry;
  private final TableDirectory tables;
  private final TableLifecycle lifecycle;

  TableFinder(NameRegistry registry, TableDirectory tables, TableLifecycle lifecycle) {
    this.registry = registry;
    this.tables = tables;
    this.lifecycle = lifecycle;
  }

  /** The table; empty if the account has none of that name. */
  Optional<FoundTable> find(String account, TableRef ref, Deadline deadline) {
    if (ref.account() != null && !ref.account().equals(account)) {
      return Optional.empty();
    }
    OpenTable known = tables.cached(account, ref.name());
    if (known != null) {
      // Spares the registry, and works while it is away.
      Optional<FoundTable> live =
          describe(known.instance(), known.id(), deadline)
              .filter(found -> found.status() != TableStatus.DELETING);
      if (live.isPresent()) {
        return live;
      }
    }
    return registry.find(account, ref.name(), deadline).flatMap(row -> find(row, deadline));
  }

  /** The table of a registry's row; empty if it has just gone. */
  Optional<FoundTable> find(TableRegistration row, Deadline deadline) {
    return describe(row.instance(), row.table(), deadline)
        .or(
            () ->
                // The backend has nothing left of it, but it is not due to be gone.
                lifecycle
                    .deletion(row.account(), row.name())
                    .filter(deletion -> deletion.table().equals(row.table()))
                    .map(
                        deletion ->
                            new FoundTable(
                                deletion.definition(),
                                TableStatus.DELETING,
                                0,
                                deletion.instance())));
  }

  private Optional<FoundTable> describe(String instance, TableId table, Deadline deadline) {
    return tables.describe(instance, table, deadline).map(stored -> found(instance, stored));
  }

  private static FoundTable found(String instance, StoredTable stored) {
    TableDefinition definition = TableDocument.decode(stored.document());
    return new FoundTable(
        definition,
        stored.state() == TableState.DELETING ? TableStatus.DELETING : definition.status(),
        stored.revision(),
        instance);
  }
}
