package io.stillpoint.tck.history;

import java.util.Set;

/**
 * Which part of an item a read sees.
 *
 * @param index the index that was read; empty for the table itself
 * @param required attributes without which the item is not in that index
 * @param attributes the attributes that are returned (key attributes of the table aside); null for
 *     all
 */
public record View(String index, Set<String> required, Set<String> attributes) {
  /** The whole item, read from the table. */
  public static final View TABLE = new View("", Set.of(), null);
}
