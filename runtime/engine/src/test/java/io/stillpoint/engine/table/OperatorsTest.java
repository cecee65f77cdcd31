package io.stillpoint.engine.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import io.stillpoint.engine.testing.VolatileBackend;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators see of the tables while backends come and go. */
@Tag("OPS-1")
class OperatorsTest {
  private static final String CREATE =
      "{\"TableName\":\"Shown\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":"
          + "[{\"AttributeName\":\"a\",\"AttributeType\":\"S\"}],"
          + "\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}]}";

  private final VolatileBackend backend = new VolatileBackend();

  @Test
  void listsTablesAlsoWhileTheirBackendIsAway() {
    try (TestEngine engine = TestEngine.on(backend)) {
      Tables tables = new RegistryTables(engine.registry, engine.operations, engine.control);
      engine.create(CREATE);
      engine.awaitStatus("Shown", "ACTIVE");
      TableSummary shown = tables.list().get(0);
      assertEquals("ACTIVE", shown.status());
      assertEquals(0, shown.items().getAsLong());
      assertTrue(tables.describeJson(TestEngine.ACCOUNT, "Shown").startsWith("{\"Table\":{"));
      assertThrows(AdminException.class, () -> tables.describeJson(TestEngine.ACCOUNT, "Missing"));

      // Only the storage goes: the registry can still be read.
      engine.backends.removeStorage(backend);
      List<TableSummary> listed = tables.list();
      assertEquals("UNAVAILABLE", listed.get(0).status());
      assertTrue(listed.get(0).problem().contains("'local'"), listed.get(0).problem());

      engine.backends.removeCoordination(backend);
      AdminException refusal = assertThrows(AdminException.class, tables::list);
      assertTrue(refusal.getMessage().contains("'local'"), refusal.getMessage());
      assertEquals(
          "Shown",
          engine.tables.cached(TestEngine.ACCOUNT, "Shown").definition().name(),
          "a known route is served without the registry");
    }
  }

  @Test
  void refusesAnInstanceOfAnotherCluster() {
    VolatileBackend foreign = new VolatileBackend();
    foreign.join("another-cluster", TestEngine.deadline());
    try (TestEngine engine = TestEngine.on(backend)) {
      engine.add("stray", foreign);
      TestEngine.await(
          "the stray instance is refused",
          () ->
              engine.backends.instances().stream()
                  .anyMatch(
                      state -> state.refused() && state.problem().contains("another-cluster")));
    }
  }
}
