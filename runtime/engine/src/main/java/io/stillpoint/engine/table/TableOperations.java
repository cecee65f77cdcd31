package io.stillpoint.engine.table;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableDocument;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.engine.directory.BackendDirectory;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.json.JsonWriter;
import io.stillpoint.engine.model.CreateTable;
import io.stillpoint.engine.model.DeleteTable;
import io.stillpoint.engine.model.DescribeTable;
import io.stillpoint.engine.model.ListTables;
import io.stillpoint.engine.model.NewIndex;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.model.UpdateTable;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import io.stillpoint.engine.settings.SettingsSource;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * The operations of the DynamoDB API that create, list, describe, change and delete tables (DDB-1).
 * Every method blocks, returns the response's JSON and throws {@code ServiceException}, or the
 * {@code StorageException} of a backend that did not change anything. Thread safe.
 */
@Component(service = TableOperations.class)
public final class TableOperations {
  private static final TableSizes.Sizes UNKNOWN = new TableSizes.Sizes(Map.of());

  private final BackendDirectory backends;
  private final NameRegistry registry;
  private final TableDirectory tables;
  private final ControlPlane control;
  private final SettingsSource settings;
  private final Clock clock;
  private final TableFinder finder;

  /** As the framework uses it. */
  @Activate
  public TableOperations(
      @Reference BackendDirectory backends,
      @Reference NameRegistry registry,
      @Reference TableDirectory tables,
      @Reference ControlPlane control,
      @Reference SettingsSource settings) {
    this(backends, registry, tables, control, settings, Clock.systemUTC());
  }

  TableOperations(
      BackendDirectory backends,
      NameRegistry registry,
      TableDirectory tables,
      ControlPlane control,
      SettingsSource settings,
      Clock clock) {
    this.backends = backends;
    this.registry = registry;
    this.tables = tables;
    this.control = control;
    this.settings = settings;
    this.clock = clock;
    this.finder = new TableFinder(registry, tables, control.lifecycle());
  }

  /** CreateTable: answers CREATING. */
  public Bytes createTable(String account, CreateTable request, Deadline deadline) {
    String name = request.table().name();
    String instance = settings.current().instanceFor(name);
    checkPlacement(name, instance);
    TableDefinition definition = define(account, request, due(instance));
    StoredTable stored = control.lifecycle().create(definition, instance, deadline);
    return description(
        "TableDescription",
        new FoundTable(definition, TableStatus.CREATING, stored.revision(), instance),
        UNKNOWN);
  }

  private TableDefinition define(String account, CreateTable request, Instant due) {
    List<IndexDefinition> indexes = new ArrayList<>();
    int space = Spaces.FIRST_INDEX;
    for (NewIndex index : request.indexes()) {
      indexes.add(TableUpdate.define(index, space++));
    }
    return new TableDefinition(
        TableId.random(),
        account,
        request.table().name(),
        TableStatus.CREATING,
        now(),
        request.key(),
        request.billingMode().name(),
        request.throughput(),
        request.tableClass().name(),
        request.deletionProtection(),
        indexes,
        space,
        due);
  }

  /** A placement on an instance that nobody knows is a mistake of the configuration. */
  private void checkPlacement(String table, String instance) {
    List<String> there =
        backends.instances().stream()
            .filter(state -> !state.refused())
            .map(state -> "'" + state.name() + "'")
            .toList();
    if (!there.contains("'" + instance + "'")) {
      throw ServiceException.validation(
          "Table '"
              + table
              + "' is placed on the backend instance '"
              + instance
              + "', which is not there. "
              + (there.isEmpty()
                  ? "No backend instance is running."
                  : "Running: " + String.join(", ", there) + ".")
              + " Change place.<pattern>= or default= in etc/stillpoint.cfg, or start the"
              + " instance.");
    }
  }

  /** DescribeTable. */
  public Bytes describeTable(String account, DescribeTable request, Deadline deadline) {
    FoundTable table = find(account, request.table(), deadline);
    return description("Table", table, control.sizes().of(table).orElse(UNKNOWN));
  }

  /** ListTables. */
  public Bytes listTables(String account, ListTables request, Deadline deadline) {
    String after =
        request.exclusiveStartTableName() == null ? "" : request.exclusiveStartTableName();
    List<TableRegistration> rows = registry.list(account, after, request.limit() + 1, deadline);
    boolean more = rows.size() > request.limit();
    List<TableRegistration> page = more ? rows.subList(0, request.limit()) : rows;
    JsonWriter out = new JsonWriter().object();
    if (more) {
      out.member("LastEvaluatedTableName", page.get(page.size() - 1).name());
    }
    out.name("TableNames").array();
    page.forEach(row -> out.value(row.name()));
    return out.endArray().endObject().toBytes();
  }

  /** UpdateTable: answers UPDATING; an index that it creates is filled afterwards. */
  public Bytes updateTable(String account, UpdateTable request, Deadline deadline) {
    while (true) {
      FoundTable table = find(account, request.table(), deadline);
      TableDefinition next = TableUpdate.apply(table, request, due(table.instance()));
      try (Lease<StorageEngine> lease = backends.lease(table.instance())) {
        StoredTable stored =
            lease
                .service()
                .alter(
                    next.id(),
                    table.revision(),
                    TableDocument.encode(next),
                    next.spaces(),
                    deadline);
        tables.changed(stored, table.instance());
        control.transitions().watch(table.instance(), stored);
        FoundTable updated =
            new FoundTable(next, next.status(), stored.revision(), table.instance());
        return description(
            "TableDescription", updated, control.sizes().of(updated).orElse(UNKNOWN));
      } catch (StaleRevisionException e) {
        // Another change was first: judge the request by the table as it is now.
        if (deadline.hasPassed()) {
          throw e;
        }
      }
    }
  }

  /** DeleteTable: answers DELETING. */
  public Bytes deleteTable(String account, DeleteTable request, Deadline deadline) {
    FoundTable table = find(account, request.table(), deadline);
    switch (table.status()) {
      case CREATING -> throw TableErrors.inUse(table.name(), "created");
      case UPDATING -> throw TableErrors.inUse(table.name(), "updated");
      case DELETING -> throw TableErrors.inUse(table.name(), "deleted");
      case ACTIVE -> {
        // May go, unless it is protected.
      }
    }
    if (table.definition().deletionProtection()) {
      throw ServiceException.validation(
          "Resource cannot be deleted as it is currently protected against deletion. Disable"
              + " deletion protection first.");
    }
    TableSizes.Sizes sizes = control.sizes().of(table).orElse(UNKNOWN);
    control
        .lifecycle()
        .delete(table.definition(), table.instance(), due(table.instance()), deadline);
    control.sizes().forget(table.definition().id());
    return description(
        "TableDescription",
        new FoundTable(
            table.definition(), TableStatus.DELETING, table.revision(), table.instance()),
        sizes);
  }

  /**
   * A table in whatever state.
   *
   * @throws ServiceException RESOURCE_NOT_FOUND, naming the table
   */
  FoundTable find(String account, TableRef ref, Deadline deadline) {
    return finder
        .find(account, ref, deadline)
        .orElseThrow(() -> TableDirectory.notFound(ref.name()));
  }

  Optional<FoundTable> find(TableRegistration row, Deadline deadline) {
    return finder.find(row, deadline);
  }

  private Bytes description(String member, FoundTable table, TableSizes.Sizes sizes) {
    JsonWriter out = new JsonWriter(1024).object().name(member);
    DescriptionWriter.write(out, table, sizes, settings.current().region());
    return out.endObject().toBytes();
  }

  private Instant due(String instance) {
    return now().plus(backends.controlPlaneDelay(instance));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
