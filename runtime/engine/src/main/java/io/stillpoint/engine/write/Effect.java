package io.stillpoint.engine.write;

import io.stillpoint.engine.item.StoredItem;
import java.util.Objects;

/** What an {@link ItemAction} does to its item. */
public sealed interface Effect {
  /** Writes an item in place of whatever is there. */
  record Put(StoredItem item) implements Effect {
    public Put {
      Objects.requireNonNull(item, "item");
    }
  }

  /** Removes the item; none is no error. */
  enum Delete implements Effect {
    INSTANCE
  }

  /** Leaves it, but only if it still is what was decided on when the batch commits. */
  enum Keep implements Effect {
    INSTANCE
  }
}
