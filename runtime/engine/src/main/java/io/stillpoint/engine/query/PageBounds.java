package io.stillpoint.engine.query;

/**
 * Decides where a page of Query or Scan ends: after the entry that makes it Limit entries long, or
 * that brings what was looked at to 1 MB (Amazon DynamoDB Developer Guide, "Paginating table query
 * results"). Not thread-safe.
 */
final class PageBounds {
  /** The DynamoDB size, in bytes, at which a page ends. */
  static final long MAX_PAGE = 1024 * 1024;

  private static final int MOST_ENTRIES = 10_000;

  private final int limit;
  private final long room;
  private int scanned;
  private long size;

  /**
   * @param limit entries to look at, at least 1
   * @param room bytes that there is memory for, at most {@link #MAX_PAGE}
   */
  PageBounds(int limit, long room) {
    this.limit = limit;
    this.room = room;
  }

  /** Counts an entry that was looked at. */
  void add(long entrySize) {
    scanned++;
    size += entrySize;
  }

  boolean isFull() {
    return scanned >= limit || size >= room;
  }

  /** How many entries to ask the backend for. */
  int entriesLeft() {
    return Math.min(limit - scanned, MOST_ENTRIES);
  }

  /**
   * How many bytes to ask the backend for: stored items are longer than their DynamoDB size, so
   * this many cannot be far too many.
   */
  long bytesLeft() {
    return room - size;
  }

  int scanned() {
    return scanned;
  }

  long size() {
    return size;
  }
}
