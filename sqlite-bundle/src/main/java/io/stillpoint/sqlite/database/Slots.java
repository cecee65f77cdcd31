package io.stillpoint.sqlite.database;

import io.stillpoint.api.error.LimitExceededException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The long holders that an instance allows at once, whatever their kind (SNAP-8, LITE-3). They
 * outlive a database that is closed and opened again. Any thread; nobody waits.
 */
public final class Slots {
  /** What a slot is held for. */
  public enum Kind {
    SNAPSHOT("snapshot", "snapshots"),
    COPY("online copy", "online copies");

    private final String one;
    private final String several;

    Kind(String one, String several) {
      this.one = one;
      this.several = several;
    }
  }

  private final String instance;
  private final int total;
  private final Map<Kind, Integer> held = new EnumMap<>(Kind.class);

  /**
   * @param instance the instance's name, for the message
   */
  public Slots(String instance, int total) {
    this.instance = instance;
    this.total = total;
  }

  public int total() {
    return total;
  }

  public synchronized int free() {
    return total - held.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Takes a slot.
   *
   * @return what gives it back, once
   * @throws LimitExceededException at once, if there is none; says which kinds have them
   */
  public synchronized Runnable take(Kind kind) {
    if (free() == 0) {
      throw new LimitExceededException(
          String.format(
              Locale.ROOT,
              "Instance '%s': %s taken: %s. Wait for one to end, or end it (snapshot:list shows"
                  + " them).",
              instance,
              total == 1 ? "the only slot is" : "all " + total + " slots are",
              holders()));
    }
    held.merge(kind, 1, Integer::sum);
    AtomicBoolean given = new AtomicBoolean();
    return () -> {
      if (given.compareAndSet(false, true)) {
        giveBack(kind);
      }
    };
  }

  private synchronized void giveBack(Kind kind) {
    held.merge(kind, -1, Integer::sum);
  }

  private String holders() {
    StringJoiner holders = new StringJoiner(", ");
    held.forEach(
        (kind, count) -> {
          if (count > 0) {
            holders.add(count + " " + (count == 1 ? kind.one : kind.several));
          }
        });
    return holders.toString();
  }
}
