package io.stillpoint.tck.history.check;

import io.stillpoint.tck.history.Image;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A set of configurations without those that another one makes needless: of two that differ only in
 * the optional operations they have used up, the one that has more of them left can do all that the
 * other can.
 */
final class Frontier {

  /**
   * Where a search may stand.
   *
   * @param state what each key of the component holds
   * @param done the operations under way that have taken effect, a bit a slot
   * @param used the optional operations that have taken effect, a bit each
   */
  record Config(List<Image> state, long done, BigInteger used) {}

  private record Spot(List<Image> state, long done) {}

  private final Map<Spot, List<BigInteger>> spots = new LinkedHashMap<>();
  private long comparisons;

  /** Adds a configuration; false if it is needless. */
  boolean add(Config config) {
    List<BigInteger> there =
        spots.computeIfAbsent(new Spot(config.state, config.done), s -> new ArrayList<>(1));
    comparisons += 1 + there.size();
    for (BigInteger used : there) {
      if (used.andNot(config.used).signum() == 0) {
        return false;
      }
    }
    there.removeIf(used -> config.used.andNot(used).signum() == 0);
    there.add(config.used);
    return true;
  }

  /** How much work this set has been so far. */
  long comparisons() {
    return comparisons;
  }

  boolean isEmpty() {
    return spots.isEmpty();
  }

  List<Config> configs() {
    List<Config> all = new ArrayList<>(spots.size());
    spots.forEach((spot, sets) -> sets.forEach(s -> all.add(new Config(spot.state, spot.done, s))));
    return all;
  }

  /** The distinct states. */
  List<List<Image>> states() {
    Map<List<Image>, Boolean> distinct = new HashMap<>();
    spots.keySet().forEach(spot -> distinct.put(spot.state, true));
    return List.copyOf(distinct.keySet());
  }
}
