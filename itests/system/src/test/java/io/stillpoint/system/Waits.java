package io.stillpoint.system;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.core.waiters.WaiterOverrideConfiguration;
import software.amazon.awssdk.retries.api.BackoffStrategy;

/** How long the SDK's waiters wait here: they look again at once, not after DynamoDB's 20 s. */
final class Waits {
  private Waits() {}

  /** Looks every 50 ms for at most 10 s. */
  static WaiterOverrideConfiguration soon() {
    return WaiterOverrideConfiguration.builder()
        .maxAttempts(200)
        .waitTimeout(Duration.ofSeconds(10))
        .backoffStrategyV2(BackoffStrategy.fixedDelay(Duration.ofMillis(50)))
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
