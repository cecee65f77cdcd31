package io.stillpoint.engine.write;

import java.util.Set;

/** Other writers were faster until there was no time left. Nothing was written. */
public final class ContendedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Set<Integer> items;

  ContendedException(Set<Integer> items) {
    super("contended", null, false, false);
    this.items = Set.copyOf(items);
  }

  /** The items, by their place in the write, that changed under the last attempt. */
  public Set<Integer> items() {
    return items;
  }
}
