package io.stillpoint.engine.table;

import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.admin.AdminException;
import io.stillpoint.engine.admin.TableSummary;
import io.stillpoint.engine.admin.Tables;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.model.DescribeTable;
import io.stillpoint.engine.model.TableRef;
import io.stillpoint.engine.registry.NameRegistry;
import io.stillpoint.engine.registry.TableRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Shows the name registry, and what each table's instance says of it, to operators. */
@Component(service = Tables.class)
public final class RegistryTables implements Tables {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int PAGE = 1000;

  private final NameRegistry registry;
  private final TableOperations operations;
  private final ControlPlane control;

  @Activate
  public RegistryTables(
      @Reference NameRegistry registry,
      @Reference TableOperations operations,
      @Reference ControlPlane control) {
    this.registry = registry;
    this.operations = operations;
    this.control = control;
  }

  @Override
  public List<TableSummary> list() {
    Deadline deadline = Deadline.after(PATIENCE);
    List<TableSummary> summaries = new ArrayList<>();
    TableRegistration last = null;
    List<TableRegistration> page;
    do {
      page = page(last, deadline);
      page.forEach(row -> summaries.add(summary(row, deadline)));
      last = page.isEmpty() ? null : page.get(page.size() - 1);
    } while (page.size() == PAGE);
    return summaries;
  }

  private List<TableRegistration> page(TableRegistration after, Deadline deadline) {
    try {
      return registry.listAll(after, PAGE, deadline);
    } catch (StorageException | ServiceException e) {
      throw new AdminException("The names of the tables cannot be read: " + e.getMessage());
    }
  }

  private TableSummary summary(TableRegistration row, Deadline deadline) {
    try {
      Optional<FoundTable> found = operations.find(row, deadline);
      if (found.isEmpty()) {
        return broken(
            row, "The backend instance '" + row.instance() + "' has no table of this id.");
      }
      Optional<TableSizes.Sizes> sizes = control.sizes().of(found.get());
      return new TableSummary(
          row.account(),
          row.name(),
          row.instance(),
          found.get().status().name(),
          OptionalLong.of(found.get().definition().indexes().size()),
          sizes.isPresent() ? OptionalLong.of(sizes.get().items().entries()) : OptionalLong.empty(),
          sizes.isPresent() ? OptionalLong.of(sizes.get().items().bytes()) : OptionalLong.empty(),
          "");
    } catch (StorageException | ServiceException e) {
      return broken(row, e.getMessage());
    } catch (RuntimeException e) {
      // A broken row never fails the list.
      return broken(row, "Its definition cannot be read: " + e);
    }
  }

  private static TableSummary broken(TableRegistration row, String problem) {
    return new TableSummary(
        row.account(),
        row.name(),
        row.instance(),
        "UNAVAILABLE",
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        problem);
  }

  @Override
  public String describeJson(String account, String name) {
    try {
      return operations
          .describeTable(account, new DescribeTable(TableRef.of(name)), Deadline.after(PATIENCE))
          .utf8();
    } catch (StorageException | ServiceException e) {
      throw new AdminException(e.getMessage());
    }
  }
}
