package io.stillpoint.engine.model;

/**
 * The most request units a second of a table or index that is paid per request.
 *
 * @param maxReadRequestUnits null if not sent; -1 for no limit
 * @param maxWriteRequestUnits null if not sent; -1 for no limit
 */
public record OnDemandThroughput(Long maxReadRequestUnits, Long maxWriteRequestUnits) {
  static OnDemandThroughput from(Input input) {
    return input == null
        ? null
        : new OnDemandThroughput(
            input.number("MaxReadRequestUnits"), input.number("MaxWriteRequestUnits"));
  }
}
