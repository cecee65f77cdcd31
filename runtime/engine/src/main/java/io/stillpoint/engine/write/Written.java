package io.stillpoint.engine.write;

import io.stillpoint.engine.item.StoredItem;

/**
 * What a write did to one item.
 *
 * @param write what was asked
 * @param old the item before; null if there was none, or if the write was blind and the old one not
 *     wanted
 * @param item the item after; null if there is none
 */
public record Written(ItemWrite write, StoredItem old, StoredItem item) {
  Written withOld(StoredItem seen) {
    return new Written(write, seen, item);
  }
}
