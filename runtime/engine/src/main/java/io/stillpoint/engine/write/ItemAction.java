package io.stillpoint.engine.write;

import io.stillpoint.engine.item.StoredItem;

/**
 * One item operation as a function of what is there. Decided anew for each attempt, so it must be
 * pure.
 */
@FunctionalInterface
public interface ItemAction {
  /**
   * What to do.
   *
   * @param current the item as it is; null if there is none, and always null if {@link #isBlind}
   * @throws io.stillpoint.engine.error.ServiceException if the operation is refused as things are,
   *     {@link ConditionFailedException} included
   */
  Effect decide(StoredItem current);

  /** Whether it does the same whatever is there: no condition, no update. */
  default boolean isBlind() {
    return false;
  }
}
