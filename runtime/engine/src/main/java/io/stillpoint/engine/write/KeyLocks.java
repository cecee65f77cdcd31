package io.stillpoint.engine.write;

import io.stillpoint.api.error.TransientException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.ReadKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lines up this server's writers of one key, so that they do not race each other into mismatches.
 * Correctness never depends on it: another server takes other locks, and the batch's expectations
 * decide.
 *
 * <p>Keys are spread over fair locks. Writers that read first hold theirs alone; blind writers,
 * whom no one can make plan again, share, yet queue behind those that wait, so that a stream of
 * blind puts cannot starve an update of the same key.
 */
public final class KeyLocks {
  // Two busy keys that share a stripe wait for each other's commit: many more stripes than threads.
  private static final int STRIPES = 4096;

  private final ReadWriteLock[] stripes = new ReadWriteLock[STRIPES];

  public KeyLocks() {
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new ReentrantReadWriteLock(true);
    }
  }

  /** Locks that the calling thread holds. Closed by the same thread. */
  public static final class Held implements AutoCloseable {
    private final List<Lock> locks;

    private Held(List<Lock> locks) {
      this.locks = locks;
    }

    @Override
    public void close() {
      for (int i = locks.size() - 1; i >= 0; i--) {
        locks.get(i).unlock();
      }
      locks.clear();
    }
  }

  /**
   * Takes the locks of all keys, always in the same order, so that no two callers wait for each
   * other.
   *
   * @param shared whether other blind writers may hold them too
   * @throws TransientException if they are not free by the deadline, or the thread is interrupted;
   *     none is held then
   */
  public Held lock(Collection<ReadKey> keys, boolean shared, Deadline deadline) {
    int[] numbers =
        keys.size() == 1
            ? new int[] {stripe(keys.iterator().next())}
            : keys.stream().mapToInt(KeyLocks::stripe).sorted().distinct().toArray();
    Held held = new Held(new ArrayList<>(numbers.length));
    try {
      for (int number : numbers) {
        Lock lock = shared ? stripes[number].readLock() : stripes[number].writeLock();
        // Unlike tryLock(), this one keeps the queue's order even when its time is up.
        if (!lock.tryLock(Math.max(0, deadline.remainingNanos()), TimeUnit.NANOSECONDS)) {
          throw new TransientException(
              "Other writers of the same item kept it busy for too long. Nothing was written; try"
                  + " again.");
        }
        held.locks.add(lock);
      }
      Held taken = held;
      held = null;
      return taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TransientException("The server is stopping. Nothing was written.", e);
    } finally {
      if (held != null) {
        held.close();
      }
    }
  }

  private static int stripe(ReadKey key) {
    int hash = key.hashCode() * 0x9E3779B9;
    return (hash ^ (hash >>> 15)) & (STRIPES - 1);
  }
}
