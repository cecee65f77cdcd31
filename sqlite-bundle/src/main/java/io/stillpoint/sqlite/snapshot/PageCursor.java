package io.stillpoint.sqlite.snapshot;

import io.stillpoint.api.error.SnapshotExpiredException;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.storage.Entry;

/** Hands out a relation's entries page by page. */
final class PageCursor implements EntryCursor {
  private final Instant instant;
  private final Pages pages;
  private final PageBounds bounds;
  private final String table;

  /** Whether its end is the snapshot's. */
  private final boolean endsSnapshot;

  private Pages.Page page;
  private boolean told;
  private volatile boolean drained;
  private volatile boolean closed;

  PageCursor(Instant instant, Pages pages, PageBounds bounds, String table, boolean endsSnapshot) {
    this.instant = instant;
    this.pages = pages;
    this.bounds = bounds;
    this.table = table;
    this.endsSnapshot = endsSnapshot;
  }

  /** Whether entries may still be read from it. */
  boolean isOpen() {
    return !drained && !closed;
  }

  @Override
  public Entry next() {
    if (told) {
      return null;
    }
    try {
      if (!drained) {
        requireOpen();
        if (page == null || page.entries().isEmpty()) {
          fetch();
        }
      } else if (closed && !page.entries().isEmpty()) {
        throw closedEarly();
      }
    } catch (StorageException e) {
      told = true;
      page = null;
      throw e;
    }
    return page.entries().poll();
  }

  private void requireOpen() {
    String ended = instant.reader().ended();
    if (ended != null) {
      throw new SnapshotExpiredException(ended);
    }
    if (closed) {
      throw closedEarly();
    }
  }

  private SnapshotExpiredException closedEarly() {
    return new SnapshotExpiredException("the cursor of " + table + " was closed before its end");
  }

  private void fetch() {
    Order.Place last = page == null ? null : page.last();
    page = instant.fetch(table, connection -> pages.read(connection, last, bounds));
    if (!page.more()) {
      drained = true;
      if (endsSnapshot) {
        instant.reader().end("the snapshot of " + table + " was read to its end");
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    if (endsSnapshot) {
      instant.reader().end("the snapshot of " + table + " was closed");
    }
  }
}
