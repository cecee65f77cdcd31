package io.stillpoint.tck.snapshot;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The state of {@link SnapshotHooks}, and what the backend's test code reports to it. */
public final class StandardHooks implements SnapshotHooks {
  private final Set<PausePoint> points;
  private final Map<PausePoint, Pause> armed = new EnumMap<>(PausePoint.class);
  private final AtomicLong roundTrips = new AtomicLong();
  private final AtomicLong dropAttempts = new AtomicLong();
  private final AtomicBoolean failsNext = new AtomicBoolean();
  private volatile int fetchSize;

  /**
   * @param points those that the backend reports
   * @param fetchSize the one that the backend has by itself
   */
  public StandardHooks(Set<PausePoint> points, int fetchSize) {
    this.points = Set.copyOf(points);
    this.fetchSize = fetchSize;
  }

  @Override
  public void fetchSize(int entries) {
    fetchSize = entries;
  }

  /** What {@link #fetchSize(int)} was set to. */
  public int fetchSize() {
    return fetchSize;
  }

  @Override
  public long roundTrips() {
    return roundTrips.get();
  }

  @Override
  public Set<PausePoint> pausePoints() {
    return points;
  }

  @Override
  public synchronized Pause pauseAt(PausePoint point) {
    if (!points.contains(point)) {
      throw new UnsupportedOperationException("this backend cannot be held at " + point);
    }
    Pause pause = new Pause(point);
    armed.put(point, pause);
    return pause;
  }

  @Override
  public void failNextFetch() {
    failsNext.set(true);
  }

  /** Whether this fetch is to fail; says so once. */
  public boolean fails() {
    return failsNext.getAndSet(false);
  }

  @Override
  public long dropAttempts() {
    return dropAttempts.get();
  }

  /** The backend came to a point: holds the calling thread if a pause is armed. */
  public void reached(PausePoint point) {
    Pause pause;
    synchronized (this) {
      pause = armed.remove(point);
    }
    if (pause != null) {
      pause.hold();
    }
  }

  /** The database answered a fetch. */
  public void fetched() {
    roundTrips.incrementAndGet();
  }

  /** The backend tried to drop data. */
  public void dropTried() {
    dropAttempts.incrementAndGet();
  }
}
