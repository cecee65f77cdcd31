package io.stillpoint.tck.sqlite;

import io.stillpoint.tck.snapshot.DescriptionContract;
import io.stillpoint.tck.snapshot.EndingsContract;
import io.stillpoint.tck.snapshot.KeyShapesContract;
import io.stillpoint.tck.snapshot.OneInstantContract;
import io.stillpoint.tck.snapshot.PausedOpenContract;
import io.stillpoint.tck.snapshot.RefusalsContract;
import io.stillpoint.tck.snapshot.ReleaseContract;
import io.stillpoint.tck.snapshot.SnapshotBehaviour;
import io.stillpoint.tck.storage.BackendUnderTest;
import org.junit.jupiter.api.Nested;

/** The snapshot contract on SQLite in memory. */
class SqliteMemorySnapshotTest {
  @Nested
  class Descriptions extends DescriptionContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }

  @Nested
  class Endings extends EndingsContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }

  @Nested
  class KeyShapes extends KeyShapesContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }

  @Nested
  class OneInstant extends OneInstantContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }

  @Nested
  class PausedOpens extends PausedOpenContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }

  @Nested
  class Refusals extends RefusalsContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }

  @Nested
  class Releases extends ReleaseContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SqliteUnderTest.IN_MEMORY;
    }
  }
}
