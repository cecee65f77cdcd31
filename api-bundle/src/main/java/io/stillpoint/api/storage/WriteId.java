package io.stillpoint.api.storage;

import io.stillpoint.api.bytes.Bytes;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The 128-bit id of one commit attempt, and so the version of every entry that it wrote. Never a
 * counter of the entry: delete and recreate must not look unchanged.
 *
 * @param high random for each process
 * @param low counts the process's attempts
 */
public record WriteId(long high, long low) {
  public static final int LENGTH = 16;

  private static final long PROCESS = new SecureRandom().nextLong();
  private static final AtomicLong NEXT = new AtomicLong(new SecureRandom().nextLong());

  /** An id that no other attempt of any process has. */
  public static WriteId fresh() {
    return new WriteId(PROCESS, NEXT.getAndIncrement());
  }

  /**
   * The id of its 16 bytes.
   *
   * @throws IllegalArgumentException if there are not 16
   */
  public static WriteId of(byte[] bytes) {
    if (bytes.length != LENGTH) {
      throw new IllegalArgumentException("a write id has 16 bytes, not " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new WriteId(buffer.getLong(), buffer.getLong());
  }

  public Bytes bytes() {
    return Bytes.wrap(ByteBuffer.allocate(LENGTH).putLong(high).putLong(low).array());
  }
}
