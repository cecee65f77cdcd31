package io.stillpoint.engine.write;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.ReadKey;
import io.stillpoint.api.storage.TableId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("DDB-11")
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class KeyLocksTest {
  private static final TableId TABLE = TableId.random();

  private final KeyLocks locks = new KeyLocks();

  private static ReadKey key(String hash) {
    return new ReadKey(TABLE, 0, new EntryKey(Bytes.utf8(hash), Bytes.EMPTY));
  }

  private static Deadline millis(long millis) {
    return Deadline.after(Duration.ofMillis(millis));
  }

  private static Thread start(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  private static void awaitQueued(Thread thread) {
    Deadline deadline = millis(10_000);
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      assertTrue(!deadline.hasPassed(), "the thread did not queue for the lock in 10 s");
      Thread.onSpinWait();
    }
  }

  @Test
  void oneWriterOfAKeyAtATimeAndNoWaitWithoutBound() throws Exception {
    KeyLocks.Held held = locks.lock(List.of(key("a"), key("b")), false, millis(1000));
    List<RuntimeException> refused = Collections.synchronizedList(new ArrayList<>());
    Thread other =
        start(
            () ->
                refused.add(
                    assertThrows(
                        TransientException.class,
                        () -> locks.lock(List.of(key("b")), false, millis(50)))));
    other.join();
    assertEquals(1, refused.size());
    held.close();
    locks.lock(List.of(key("b")), false, millis(1000)).close();
  }

  @Test
  void blindWritersShareButQueueBehindOneThatWaits() throws Exception {
    KeyLocks.Held first = locks.lock(List.of(key("a")), true, millis(1000));
    Thread sharer = start(() -> locks.lock(List.of(key("a")), true, millis(1000)).close());
    sharer.join();
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    Thread exclusive =
        start(
            () -> {
              KeyLocks.Held held = locks.lock(List.of(key("a")), false, millis(10_000));
              order.add("exclusive");
              held.close();
            });
    awaitQueued(exclusive);
    Thread late =
        start(
            () -> {
              KeyLocks.Held held = locks.lock(List.of(key("a")), true, millis(10_000));
              order.add("blind");
              held.close();
            });
    awaitQueued(late);
    first.close();
    exclusive.join();
    late.join();
    assertEquals(List.of("exclusive", "blind"), order);
  }
}
