package io.stillpoint.engine.capacity;

import java.math.BigDecimal;

/**
 * How many capacity units an access of some size takes, counted in halves so that sums are exact
 * (Amazon DynamoDB Developer Guide, "DynamoDB read and write operations").
 */
public final class CapacityUnits {
  private static final long READ_UNIT = 4096;
  private static final long WRITE_UNIT = 1024;

  /** How a request touches an item, which decides what a unit pays for. */
  public enum Access {
    /** Half a unit for each 4 KB. */
    EVENTUAL_READ(1, READ_UNIT),
    /** One unit for each 4 KB. */
    CONSISTENT_READ(2, READ_UNIT),
    /** Two units for each 4 KB: one to prepare and one to read. */
    TRANSACTIONAL_READ(4, READ_UNIT),
    /** One unit for each KB. */
    WRITE(2, WRITE_UNIT),
    /** Two units for each KB: one to prepare and one to commit. */
    TRANSACTIONAL_WRITE(4, WRITE_UNIT);

    private final int halves;
    private final long unit;

    Access(int halves, long unit) {
      this.halves = halves;
      this.unit = unit;
    }

    public boolean isWrite() {
      return unit == WRITE_UNIT;
    }
  }

  private CapacityUnits() {}

  /** A read's kind by the request's ConsistentRead. */
  public static Access read(boolean consistent) {
    return consistent ? Access.CONSISTENT_READ : Access.EVENTUAL_READ;
  }

  /**
   * Half units of one access.
   *
   * @param size the DynamoDB size in bytes that it touches; 0, an item that is not there, counts as
   *     one unit's worth
   */
  public static long halves(Access access, long size) {
    return access.halves * Math.max(1, (size + access.unit - 1) / access.unit);
  }

  /**
   * Half units of a Query or Scan page, whose sizes are added before they are rounded up.
   *
   * @param size the DynamoDB sizes of all entries that were looked at
   */
  public static long pageHalves(Access access, long size) {
    return halves(access, size);
  }

  /** Units as the service writes them: {@code 0.5}, {@code 1.0}. */
  static BigDecimal units(long halves) {
    return BigDecimal.valueOf(halves * 5, 1);
  }
}
