package io.stillpoint.system;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/**
 * How long the SDK's waiters wait here, and how often they look: not only after DynamoDB's 20 s.
 */
final class Waits {
  private Waits() {}

  /** Looks every 25 ms for at most 30 s. */
  static WaiterOverrideConfiguration soon() {
    return WaiterOverrideConfiguration.builder()
        .maxAttempts(Integer.MAX_VALUE)
        .waitTimeout(Duration.ofSeconds(30))
        .backoffStrategyV2(BackoffStrategy.fixedDelayWithoutJitter(Duration.ofMillis(25)))
        .build();
  }

  /** Looks again and again until something is so, for 20 seconds at most. */
  static void until(String what, BooleanSupplier isSo) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!isSo.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited 20 s in vain until " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
