package io.stillpoint.api.table;

/** Provisioned capacity units, kept and shown, never enforced; 0 and 0 when paid per request. */
public record Throughput(long readCapacityUnits, long writeCapacityUnits) {
  public static final Throughput NONE = new Throughput(0, 0);
}
