package io.stillpoint.engine.write;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.engine.table.OpenTable;
import java.util.Objects;

/**
 * One item's part in a write.
 *
 * @param key of the item
 * @param wantsOld whether {@link Written#old} is wanted even if the action does not look at it
 */
public record ItemWrite(OpenTable table, EntryKey key, ItemAction action, boolean wantsOld) {
  public ItemWrite {
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(action, "action");
  }

  /** The same with another action. */
  public ItemWrite with(ItemAction other) {
    return new ItemWrite(table, key, other, wantsOld);
  }

  /** Where the item is. */
  ReadKey address() {
    return new ReadKey(table.definition().id(), Spaces.ITEMS, key);
  }

  /**
   * Whether it is one statement: no condition to check, and no index entry that depends on what was
   * there.
   */
  boolean isBlind() {
    return action.isBlind() && table.definition().maintainedIndexes().isEmpty();
  }
}
