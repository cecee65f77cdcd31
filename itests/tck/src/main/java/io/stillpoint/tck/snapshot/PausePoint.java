package io.stillpoint.tck.snapshot;

/** Where the kit can hold a call of a backend. */
public enum PausePoint {
  /** In an open: the instant is fixed and the definition was read; nothing else was. */
  AFTER_DEFINITION,
  /** In an open: the definition was checked; no item was read or copied. */
  BEFORE_ITEMS,
  /** In a delete: it looked for readers of the table, and has not dropped anything yet. */
  BETWEEN_PROBE_AND_DROPS
}
