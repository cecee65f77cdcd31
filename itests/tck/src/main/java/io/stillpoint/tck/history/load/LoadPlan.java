package io.stillpoint.tck.history.load;

/**
 * How much load, and over what.
 *
 * @param seed decides every operation of every thread (not how the threads interleave)
 * @param threads client threads
 * @param operations how many operations all threads together start; the load ends after them
 * @param perSecond the most operations a second, all threads together; 0 for no limit
 * @param partitions distinct hash keys
 * @param ranges distinct range keys a hash key; a transaction stays within one hash key
 * @param hot the share, 0 to 1, of operations that go to the first partition
 */
public record LoadPlan(
    long seed,
    int threads,
    long operations,
    int perSecond,
    int partitions,
    int ranges,
    double hot) {
  /** The system property that replays a run: {@code -Dstillpoint.seed=N}. */
  public static final String SEED = "stillpoint.seed";

  public LoadPlan {
    if (threads < 1 || partitions < 1 || ranges < 1 || ranges > 16 || perSecond < 0) {
      throw new IllegalArgumentException(
          "threads, partitions and ranges are at least 1, ranges at most 16");
    }
  }

  /**
   * The load of the requirements: 32 threads, a fresh seed unless the system property gives one.
   */
  public static LoadPlan underLoad(long operations) {
    return new LoadPlan(Long.getLong(SEED, System.nanoTime()), 32, operations, 0, 250, 4, 0.05);
  }

  public LoadPlan withSeed(long newSeed) {
    return new LoadPlan(newSeed, threads, operations, perSecond, partitions, ranges, hot);
  }

  public LoadPlan withThreads(int newThreads) {
    return new LoadPlan(seed, newThreads, operations, perSecond, partitions, ranges, hot);
  }

  public LoadPlan withPerSecond(int newRate) {
    return new LoadPlan(seed, threads, operations, newRate, partitions, ranges, hot);
  }
}
