package io.stillpoint.api.entry;

import java.util.Set;

/**
 * The numbers of a table's spaces. A number never changes its meaning; what is kept in each is in
 * docs/format.md.
 */
public final class Spaces {
  /** The items, by base key. */
  public static final int ITEMS = 0;

  /** Times to live, by bucket and time. */
  public static final int TTL = 1;

  /** Keys that changed since a copy of the table began. */
  public static final int DIRTY = 2;

  /** Stream records that no sequencer has moved yet. */
  public static final int PENDING = 3;

  /** Client request tokens of TransactWriteItems. */
  public static final int TOKENS = 4;

  /** Counts, by stripe. */
  public static final int STATS = 5;

  /** Stream records in their final order. */
  public static final int STREAM = 6;

  /** The space of a table's first index. */
  public static final int FIRST_INDEX = 16;

  /** The spaces that every table has from the start. */
  public static final Set<Integer> FIXED =
      Set.of(ITEMS, TTL, DIRTY, PENDING, TOKENS, STATS, STREAM);

  private Spaces() {}

  public static boolean isIndex(int space) {
    return space >= FIRST_INDEX;
  }
}
