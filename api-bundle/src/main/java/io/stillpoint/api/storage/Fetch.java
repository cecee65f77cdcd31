package io.stillpoint.api.storage;

/** How much of each entry's value a range returns. */
public enum Fetch {
  /** Nothing: {@link Entry#value} is empty. */
  KEYS,
  /** The first {@link io.stillpoint.api.entry.EntryHeader#LENGTH} bytes, or all if shorter. */
  HEADERS,
  /** All. */
  VALUES
}
