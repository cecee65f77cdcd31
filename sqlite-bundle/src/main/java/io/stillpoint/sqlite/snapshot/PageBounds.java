package io.stillpoint.sqlite.snapshot;

/**
 * How much of a stream is read at once. The bytes keep memory flat where items are large, whatever
 * the ones before were like (SNAP-7).
 *
 * @param entries at least 1
 * @param bytes of keys and values; the entry that reaches them is the page's last
 */
public record PageBounds(int entries, long bytes) {
  /** About a megabyte a snapshot; more entries at once are not faster. */
  public static final PageBounds STANDARD = new PageBounds(1_000, 1L << 20);
}
