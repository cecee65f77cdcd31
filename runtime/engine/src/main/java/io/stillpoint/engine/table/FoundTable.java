package io.stillpoint.engine.table;

import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import java.util.Objects;

/**
 * A table that has a name, in whatever state.
 *
 * @param status as DescribeTable shows it: the definition's, or DELETING
 * @param revision the definition's revision; of no meaning once it is DELETING
 */
record FoundTable(TableDefinition definition, TableStatus status, long revision, String instance) {
  FoundTable {
    Objects.requireNonNull(definition, "definition");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(instance, "instance");
  }

  String name() {
    return definition.name();
  }
}
