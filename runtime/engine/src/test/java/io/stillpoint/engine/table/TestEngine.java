package io.stillpoint.engine.table;

import io.stillpoint.api.backend.BackendProperties;
import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.json.Json;
import io.stillpoint.engine.json.JsonReader;
import io.stillpoint.engine.model.CreateTable;
import io.stillpoint.engine.model.DeleteTable;
import io.stillpoint.engine.model.DescribeTable;
import io.stillpoint.engine.model.ListTables;
import io.stillpoint.engine.model.UpdateTable;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.settings.EngineSettings;
import io.stillpoint.engine.settings.SettingsSource;
import io.stillpoint.engine.testing.TestBackend;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The control plane without a framework, on a backend that outlives it. */
final class TestEngine implements AutoCloseable {
  static final String ACCOUNT = "000000000000";

  /** Tables whose name begins with Far are on the instance 'far'. */
  private static final EngineSettings SETTINGS = EngineSettings.of(Map.of("place.Far*", "far"));

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  final BackendDirectory backends = new BackendDirectory();
  final NameRegistry registry = new NameRegistry(backends, () -> "local");
  final TableDirectory tables = new TableDirectory(backends, registry);
  final ControlPlane control;
  final TableOperations operations;

  TestEngine(Consumer<TableLifecycle.Step> reached) {
    Clock clock = Clock.systemUTC();
    control =
        new ControlPlane(
            backends,
            registry,
            tables,
            clock,
            new TableLifecycle(backends, registry, tables, clock, reached));
    operations =
        new TableOperations(backends, registry, tables, control, new SettingsSource(SETTINGS));
  }

  /** An engine that has a backend as its home, and waits until that serves. */
  static TestEngine on(TestBackend backend) {
    return on(backend, step -> {});
  }

  static TestEngine on(TestBackend backend, Consumer<TableLifecycle.Step> reached) {
    return on(backend.storage(), backend.coordination(), reached);
  }

  static TestEngine on(
      StorageEngine storage,
      CoordinationStore coordination,
      Consumer<TableLifecycle.Step> reached) {
    TestEngine engine = new TestEngine(reached);
    engine.add("local", storage, coordination);
    await(
        "the home instance serves",
        () -> engine.backends.instances().stream().allMatch(state -> state.isServing()));
    return engine;
  }

  void add(String instance, StorageEngine storage, CoordinationStore coordination) {
    backends.addStorage(storage, properties(instance));
    backends.addCoordination(coordination, properties(instance));
  }

  static Map<String, Object> properties(String instance) {
    Map<String, Object> properties = new HashMap<>();
    properties.put(BackendProperties.INSTANCE, instance);
    properties.put(BackendProperties.BACKEND, "test");
    properties.put(BackendProperties.CONTRACT, BackendProperties.CONTRACT_VERSION);
    properties.put(BackendProperties.STATUS, "SERVING");
    properties.put(BackendProperties.CONCURRENCY, 8);
    properties.put(BackendProperties.ATOMICITY, "INSTANCE");
    properties.put(BackendProperties.SCAN_ORDER, "KEY");
    properties.put(BackendProperties.DURABLE, true);
    properties.put(BackendProperties.CONTROL_PLANE_DELAY, 20L);
    return properties;
  }

  /** Changes how long transitions that begin from now on take. */
  void delay(StorageEngine backend, Duration delay) {
    Map<String, Object> properties = properties("local");
    properties.put(BackendProperties.CONTROL_PLANE_DELAY, delay.toMillis());
    backends.updatedStorage(backend, properties);
  }

  Json.Obj create(String request) {
    return answer(operations.createTable(ACCOUNT, CreateTable.from(parse(request)), deadline()));
  }

  Json.Obj update(String request) {
    return answer(operations.updateTable(ACCOUNT, UpdateTable.from(parse(request)), deadline()));
  }

  Json.Obj describe(String table) {
    return (Json.Obj)
        answer(
                operations.describeTable(
                    ACCOUNT,
                    DescribeTable.from(parse("{\"TableName\":\"" + table + "\"}")),
                    deadline()))
            .get("Table");
  }

  Json.Obj delete(String table) {
    return answer(
        operations.deleteTable(
            ACCOUNT, DeleteTable.from(parse("{\"TableName\":\"" + table + "\"}")), deadline()));
  }

  String list(String request) {
    return operations.listTables(ACCOUNT, ListTables.from(parse(request)), deadline()).utf8();
  }

  /** Waits until a table is in a state. */
  void awaitStatus(String table, String status) {
    await(table + " is " + status, () -> text(describe(table), "TableStatus").equals(status));
  }

  static String text(Json.Obj object, String name) {
    return object.get(name) instanceof Json.Str text ? text.value() : null;
  }

  static void await(String what, BooleanSupplier condition) {
    await(what, () -> condition.getAsBoolean() ? Boolean.TRUE : null);
  }

  static <T> T await(String what, Supplier<T> found) {
    Deadline deadline = Deadline.after(PATIENCE);
    while (true) {
      T value = found.get();
      if (value != null) {
        return value;
      }
      if (deadline.hasPassed()) {
        throw new AssertionError("waited " + PATIENCE + " in vain until " + what);
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  static Json.Obj parse(String json) {
    return JsonReader.parse(Bytes.utf8(json));
  }

  private static Json.Obj answer(Bytes json) {
    return JsonReader.parse(json);
  }

  static Deadline deadline() {
    return Deadline.after(PATIENCE);
  }

  /** As the end of the process: nothing is finished. */
  @Override
  public void close() {
    control.close();
    backends.close();
  }
}
