package io.stillpoint.system;

import java.time.Duration;
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
}
