package io.stillpoint.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.admin.PollerStatus;
import io.stillpoint.engine.testing.TestBackend;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators see of the control plane. */
@Tag("OPS-4")
class ControlPlanePollerTest {
  private static final String CREATE =
      "{\"TableName\":\"Music\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
          + "[{\"AttributeName\":\"a\",\"AttributeType\":\"S\"}],"
          + "\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}]}";

  @Test
  void aDeletionThatIsNotDueIsShownWithItsTime() {
    try (TestBackend backend = TestBackend.inMemory();
        TestEngine engine = TestEngine.on(backend)) {
      ControlPlanePoller poller = new ControlPlanePoller(engine.control);
      engine.create(CREATE);
      engine.awaitStatus("Music", "ACTIVE");
      assertEquals(List.of(), poller.status().operations());

      engine.delay(backend.storage(), Duration.ofHours(1));
      engine.delete("Music");
      PollerStatus status =
          TestEngine.await(
              "the next look is planned",
              () -> poller.status().nextWake().isPresent() ? poller.status() : null);
      PollerStatus.Operation deletion = status.operations().get(0);
      assertEquals("DeleteTable", deletion.name());
      assertEquals("Music", deletion.table());
      assertEquals("local", deletion.instance());
      // The plan is made of a delay, so it is not exact to the nanosecond.
      assertTrue(
          Duration.between(deletion.due().orElseThrow(), status.nextWake().orElseThrow())
                  .abs()
                  .compareTo(Duration.ofSeconds(1))
              < 0,
          status.toString());
      assertEquals(1, status.wakes().get("start"));
      assertTrue(status.wakes().get("table") >= 1, status.toString());

      long before = status.passes();
      poller.wake();
      TestEngine.await("a look after the wake", () -> poller.status().passes() > before);
      assertEquals(1, poller.status().wakes().get("operator"));
    }
  }

  @Test
  void withoutTheHomeInstanceItSaysWhy() {
    try (TestEngine engine = new TestEngine(step -> {})) {
      PollerStatus status = new ControlPlanePoller(engine.control).status();
      assertTrue(status.problem().contains("'local'"), status.problem());
      assertEquals(List.of(), status.operations());
    }
  }
}
