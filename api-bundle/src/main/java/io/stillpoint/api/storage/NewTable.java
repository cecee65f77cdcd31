package io.stillpoint.api.storage;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;
import java.util.Set;

/**
 * A table to create.
 *
 * @param id chosen by the caller: a create that is repeated with the same id is the same create
 */
public record NewTable(
    TableId id, String account, String name, Set<Integer> spaces, Bytes document) {
  public NewTable {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(document, "document");
    spaces = Set.copyOf(spaces);
  }
}
