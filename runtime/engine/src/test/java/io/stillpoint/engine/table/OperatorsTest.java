package io.stillpoint.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import io.stillpoint.engine.error.ErrorType;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.testing.TestBackend;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators see of the tables while backends come and go. */
@Tag("OPS-1")
class OperatorsTest {
  private static final String CREATE =
      "{\"TableName\":\"FarAway\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
          + "[{\"AttributeName\":\"a\",\"AttributeType\":\"S\"}],"
          + "\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}]}";

  private final TestBackend backend = TestBackend.inMemory();

  @AfterEach
  void closeBackend() {
    backend.close();
  }

  @Test
  void listsTablesAlsoWhileTheirBackendIsAway() {
    try (TestBackend far = TestBackend.inMemory();
        TestEngine engine = TestEngine.on(backend)) {
      ServiceException misplaced =
          assertThrows(ServiceException.class, () -> engine.create(CREATE));
      assertEquals(ErrorType.VALIDATION, misplaced.type());
      assertTrue(misplaced.getMessage().contains("'far', which is not there. Running: 'local'."));

      engine.add("far", far.storage(), far.coordination());
      TestEngine.await(
          "the far instance serves",
          () -> engine.backends.instances().stream().allMatch(state -> state.isServing()));
      Tables tables = new RegistryTables(engine.registry, engine.operations, engine.control);
      engine.create(CREATE);
      engine.awaitStatus("FarAway", "ACTIVE");
      TableSummary shown = tables.list().get(0);
      assertEquals("ACTIVE", shown.status());
      assertEquals(0, shown.items().getAsLong());
      assertTrue(tables.describeJson(TestEngine.ACCOUNT, "FarAway").startsWith("{\"Table\":{"));
      assertThrows(AdminException.class, () -> tables.describeJson(TestEngine.ACCOUNT, "Missing"));

      // The table's instance goes; that of the registry stays.
      engine.backends.removeStorage(far.storage());
      engine.backends.removeCoordination(far.coordination());
      List<TableSummary> listed = tables.list();
      assertEquals("UNAVAILABLE", listed.get(0).status());
      assertTrue(listed.get(0).problem().contains("'far'"), listed.get(0).problem());
      assertEquals("{\"TableNames\":[\"FarAway\"]}", engine.list("{}"));

      engine.backends.removeStorage(backend.storage());
      engine.backends.removeCoordination(backend.coordination());
      AdminException refusal = assertThrows(AdminException.class, tables::list);
      assertTrue(refusal.getMessage().contains("'local'"), refusal.getMessage());
      assertEquals(
          "FarAway",
          engine.tables.cached(TestEngine.ACCOUNT, "FarAway").definition().name(),
          "a known route is served without the registry");
    }
  }

  @Test
  void refusesAnInstanceOfAnotherCluster() {
    TestBackend foreign = TestBackend.inMemory();
    foreign.storage().join("another-cluster", TestEngine.deadline());
    try (TestEngine engine = TestEngine.on(backend)) {
      engine.add("stray", foreign.storage(), foreign.coordination());
      TestEngine.await(
          "the stray instance is refused",
          () ->
              engine.backends.instances().stream()
                  .anyMatch(
                      state -> state.refused() && state.problem().contains("another-cluster")));
    }
  }
}
