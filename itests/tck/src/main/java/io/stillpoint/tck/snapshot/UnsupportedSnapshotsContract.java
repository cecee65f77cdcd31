package io.stillpoint.tck.snapshot;

import io.stillpoint.api.error.UnsupportedException;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.tck.storage.ContractTest;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A backend that cannot fix an instant says so, whatever it is asked for. */
@Tag("SNAP-6")
public abstract class UnsupportedSnapshotsContract extends ContractTest {
  protected abstract SnapshotBehaviour behaviour();

  /** The backend's name, as the property {@code stillpoint.backend} has it. */
  protected abstract String backendName();

  @Test
  void anOpenIsRefusedBeforeTheTableIsLookedUp() {
    Assumptions.assumeFalse(behaviour().supported(), "not run: declared as supported");
    if (instance().snapshots() == null) {
      return;
    }
    TableWriter.create(
        storage(),
        SnapshotContractTest.definition(
            "Cities", TableStatus.ACTIVE, SnapshotContractTest.KEY, List.of()));
    for (String table : List.of("Cities", "Missing")) {
      UnsupportedException refusal =
          Promise.requireRefused(
              "SNAP-6/unsupported",
              "a backend without a read of one instant answers 'unsupported' before a look-up",
              UnsupportedException.class,
              () -> instance().snapshots().openTableSnapshot(ACCOUNT, table));
      Promise.require(
          "SNAP-6/unsupported",
          "the refusal names the backend",
          refusal.getMessage().contains(backendName()),
          refusal::getMessage);
    }
  }
}
