package io.stillpoint.engine.model;

/**
 * The throughput that a table or index is to be ready for at once.
 *
 * @param readUnitsPerSecond null if not sent
 * @param writeUnitsPerSecond null if not sent
 */
public record WarmThroughput(Long readUnitsPerSecond, Long writeUnitsPerSecond) {
  static WarmThroughput from(Input input) {
    return input == null
        ? null
        : new WarmThroughput(
            input.number("ReadUnitsPerSecond"), input.number("WriteUnitsPerSecond"));
  }
}
