package io.stillpoint.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.registry.TableIntents;
import io.stillpoint.engine.testing.TestBackend;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Ends the engine after each step of a creation or deletion, as a kill would, and starts another
 * one on the same stores: nothing half done is left, and what is listed can be used.
 */
@Tag("RT-11")
class TableLifecycleTest {
  private static final String CREATE =
      "{\"TableName\":\"Half\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
          + "[{\"AttributeName\":\"a\",\"AttributeType\":\"S\"}],"
          + "\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}]}";

  private final TestBackend backend = TestBackend.inMemory();

  @AfterEach
  void closeBackend() {
    backend.close();
  }

  /** The end of the process: no handler of exceptions gets to do anything about it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource(TableLifecycle.Step.class)
  void settlesACreationThatWasKilledAfter(TableLifecycle.Step step) {
    try (TestEngine doomed = TestEngine.on(backend, killAfter(step))) {
      assertThrows(Killed.class, () -> doomed.create(CREATE));
    }
    try (TestEngine engine = TestEngine.on(backend)) {
      awaitSettled(engine);
      engine.awaitStatus("Half", "ACTIVE");
      assertEquals("{\"TableNames\":[\"Half\"]}", engine.list("{}"));
      assertEquals(List.of("Half"), backendTables());
      engine.tables.open(TestEngine.ACCOUNT, "Half", TestEngine.deadline());
      // And the name is free again once it is deleted.
      engine.delete("Half");
      TestEngine.await("Half is gone", () -> engine.list("{}").equals("{\"TableNames\":[]}"));
      awaitSettled(engine);
      engine.create(CREATE);
    }
  }

  @ParameterizedTest
  @EnumSource(TableLifecycle.Step.class)
  void settlesADeletionThatWasKilledAfter(TableLifecycle.Step step) {
    AtomicReference<TableLifecycle.Step> fatal = new AtomicReference<>();
    try (TestEngine doomed =
        TestEngine.on(
            backend,
            reached -> {
              if (reached == fatal.get()) {
                throw new Killed();
              }
            })) {
      doomed.create(CREATE);
      doomed.awaitStatus("Half", "ACTIVE");
      awaitSettled(doomed);
      fatal.set(step);
      try {
        doomed.delete("Half");
        // The last steps happen when the deletion is due, on a thread that is killed there.
        TestEngine.await(
            "the deletion came to " + step,
            () ->
                step == TableLifecycle.Step.COMPLETE
                    ? isSettled(doomed)
                    : doomed.list("{}").equals("{\"TableNames\":[]}"));
      } catch (Killed e) {
        // The earlier ones on the caller's.
      }
    }
    try (TestEngine engine = TestEngine.on(backend)) {
      awaitSettled(engine);
      assertEquals("{\"TableNames\":[]}", engine.list("{}"));
      assertEquals(List.of(), backendTables());
      engine.create(CREATE);
      engine.awaitStatus("Half", "ACTIVE");
    }
  }

  /** Once clients are told that the table is gone, its name is free (API: DeleteTable). */
  @Test
  void createsUnderTheNameOfADeletionThatHasOnlyItsEndLeft() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean deleting = new AtomicBoolean();
    try (TestEngine engine =
        TestEngine.on(
            backend,
            reached -> {
              if (reached == TableLifecycle.Step.REGISTRY && deleting.compareAndSet(true, false)) {
                gone.countDown();
                await(end);
              }
            })) {
      engine.create(CREATE);
      engine.awaitStatus("Half", "ACTIVE");
      deleting.set(true);
      engine.delete("Half");
      await(gone);
      engine.create(CREATE);
      end.countDown();
      engine.awaitStatus("Half", "ACTIVE");
      awaitSettled(engine);
      assertEquals(List.of("Half"), backendTables());
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(10, TimeUnit.SECONDS), "the other thread came to its step in 10 s");
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void letsNoBackendTableThatNobodyListsTakeAName() {
    try (TestEngine engine = TestEngine.on(backend)) {
      engine.create(CREATE);
      engine.awaitStatus("Half", "ACTIVE");
      StoredTable stored = backend.storage().tables(TestEngine.deadline()).get(0);
      awaitSettled(engine);
      engine.registry.remove(TestEngine.ACCOUNT, "Half", stored.id(), TestEngine.deadline());
      ServiceException refusal = assertThrows(ServiceException.class, () -> engine.create(CREATE));
      assertEquals(ErrorType.RESOURCE_IN_USE, refusal.type());
      // The refusal is the truth: nothing is left that would create the table later.
      awaitSettled(engine);
      assertEquals("{\"TableNames\":[]}", engine.list("{}"));
    }
  }

  private static Consumer<TableLifecycle.Step> killAfter(TableLifecycle.Step step) {
    return reached -> {
      if (reached == step) {
        throw new Killed();
      }
    };
  }

  private static void awaitSettled(TestEngine engine) {
    TestEngine.await("no creation or deletion is half done", () -> isSettled(engine));
  }

  private static boolean isSettled(TestEngine engine) {
    return new TableIntents(engine.registry).active(TestEngine.deadline()).isEmpty();
  }

  private List<String> backendTables() {
    return backend.storage().tables(TestEngine.deadline()).stream().map(StoredTable::name).toList();
  }
}
