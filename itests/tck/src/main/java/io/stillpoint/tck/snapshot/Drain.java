package io.stillpoint.tck.snapshot;

import io.stillpoint.api.snapshot.EntryCursor;
import io.stillpoint.api.storage.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads a stream to its end, under a deadline that is an assertion of its own (CONF-4): a stream
 * that never ends is told apart from a slow machine by its stage and count.
 */
final class Drain {
  /** A stream without an end must not fill the heap before its deadline. */
  private static final int KEPT = 200_000;

  private Drain() {}

  /** Seconds that one drain may take; asked anew, since the mutants' runner has less patience. */
  private static int seconds() {
    return Integer.getInteger("stillpoint.tck.drainSeconds", 120);
  }

  /**
   * What a stream holds from here on, in its order.
   *
   * @param stage what is being read, for the failure's message
   * @throws io.stillpoint.api.error.StorageException the stream's own error
   */
  static List<Entry> all(EntryCursor cursor, String stage) {
    int seconds = seconds();
    AtomicInteger count = new AtomicInteger();
    List<Entry> entries = new ArrayList<>();
    FutureTask<List<Entry>> reading =
        new FutureTask<>(
            () -> {
              for (Entry entry = cursor.next(); entry != null; entry = cursor.next()) {
                if (count.incrementAndGet() <= KEPT) {
                  entries.add(entry);
                }
                if (Thread.interrupted()) {
                  throw new InterruptedException("the drain's deadline passed");
                }
              }
              return entries;
            });
    Thread thread = new Thread(reading, "stillpoint-tck-drain");
    thread.setDaemon(true);
    thread.start();
    try {
      return reading.get(seconds, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      reading.cancel(true);
      throw Promise.broken(
          "CONF-4/drain-deadline",
          "a stream ends after its last item (within " + seconds + " s)",
          "still reading at stage '" + stage + "' after " + count + " entries",
          e);
    } catch (InterruptedException e) {
      reading.cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted at stage '" + stage + "'", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException error) {
        throw error;
      }
      throw new IllegalStateException("stage '" + stage + "'", e.getCause());
    }
  }
}
