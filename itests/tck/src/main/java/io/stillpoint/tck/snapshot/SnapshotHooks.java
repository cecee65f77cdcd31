package io.stillpoint.tck.snapshot;

import java.util.Set;

/**
 * A look into one engine instance's snapshots. A backend implements it in its test code and hands
 * it out with the instance ({@link io.stillpoint.tck.storage.BackendUnderTest.Instance#hooks}); it
 * belongs to that instance and to nothing static, and is in no shipped jar (SNAP-9). A backend
 * without it is judged by everything that needs no look inside.
 *
 * <p>Any thread. {@link StandardHooks} keeps the state that every implementation needs.
 */
public interface SnapshotHooks {
  /** Sets how many entries a snapshot opened from now on fetches at once. */
  void fetchSize(int entries);

  /**
   * How many fetches of snapshots' streams the database has answered since the instance began;
   * nothing else counts. Observed at the database, not derived from what was handed out.
   */
  long roundTrips();

  /** Where a call can be held. */
  Set<PausePoint> pausePoints();

  /**
   * Holds the next call, and only that, which comes to the point.
   *
   * @throws UnsupportedOperationException if it is none of {@link #pausePoints}
   */
  Pause pauseAt(PausePoint point);

  /**
   * Makes the next fetch of a snapshot's stream fail as one does that the database refuses: the
   * database's own error, met where the backend meets it.
   */
  void failNextFetch();

  /** How often a deleted table's data was tried to be dropped, since the instance began. */
  long dropAttempts();
}
