package io.stillpoint.api.storage;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;
import java.util.Set;

/**
 * A table as an instance's catalog has it.
 *
 * @param revision grows with each {@link StorageEngine#alter} and when deletion begins, by any
 *     amount
 * @param spaces the numbers of the spaces that exist (io.stillpoint.api.entry.Spaces)
 * @param document the definition, opaque to the backend
 */
public record StoredTable(
    TableId id,
    String account,
    String name,
    long revision,
    TableState state,
    Set<Integer> spaces,
    Bytes document) {
  public StoredTable {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(document, "document");
    spaces = Set.copyOf(spaces);
  }

  /** What calls on the table are planned under. */
  public TableRevision at() {
    return new TableRevision(id, revision);
  }
}
