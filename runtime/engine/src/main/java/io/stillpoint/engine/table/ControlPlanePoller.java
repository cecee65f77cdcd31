package io.stillpoint.engine.table;

import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.engine.admin.Poller;
import io.stillpoint.engine.admin.PollerStatus;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.registry.TableIntent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Shows the control plane to operators. */
@Component(service = Poller.class)
public final class ControlPlanePoller implements Poller {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final ControlPlane control;

  @Activate
  public ControlPlanePoller(@Reference ControlPlane control) {
    this.control = control;
  }

  @Override
  public PollerStatus status() {
    List<PollerStatus.Operation> operations = List.of();
    String problem = "";
    try {
      operations =
          control.lifecycle().active(Deadline.after(PATIENCE)).stream()
              .map(ControlPlanePoller::operation)
              .toList();
    } catch (StorageException | ServiceException e) {
      problem = "Creations and deletions under way cannot be listed: " + e.getMessage();
    }
    PassLog.Shown passes = control.passLog();
    return new PollerStatus(
        passes.working() ? "WORKING" : "IDLE",
        passes.passes(),
        passes.began(),
        passes.took(),
        control.nextPass(),
        passes.wakes(),
        operations,
        control.builds().running(),
        problem);
  }

  private static PollerStatus.Operation operation(TableIntent intent) {
    return new PollerStatus.Operation(
        intent.kind().operation(),
        intent.definition().account(),
        intent.definition().name(),
        intent.instance(),
        // A creation's due time is that of its definition; its intent has none.
        intent.due().equals(Instant.EPOCH) ? Optional.empty() : Optional.of(intent.due()));
  }

  @Override
  public void wake() {
    control.wake("operator");
  }
}
