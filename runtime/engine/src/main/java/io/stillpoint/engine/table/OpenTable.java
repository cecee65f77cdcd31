package io.stillpoint.engine.table;

import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableRevision;
import io.stillpoint.api.table.TableDefinition;
import java.util.Objects;

/**
 * A table that serves: its definition, the revision that calls are planned under, and where it is.
 * Immutable; may be outdated, which the backend's fence finds out.
 *
 * @param revision the definition's revision on the instance
 * @param instance the backend instance that has the table
 */
public record OpenTable(TableDefinition definition, long revision, String instance) {
  public OpenTable {
    Objects.requireNonNull(definition, "definition");
    Objects.requireNonNull(instance, "instance");
  }

  public TableId id() {
    return definition.id();
  }

  /** What calls on the table are planned under. */
  public TableRevision at() {
    return new TableRevision(definition.id(), revision);
  }
}
