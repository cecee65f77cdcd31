package io.stillpoint.vendor;

import io.stillpoint.tck.snapshot.DescriptionContract;
import io.stillpoint.tck.snapshot.EndingsContract;
import io.stillpoint.tck.snapshot.KeyShapesContract;
import io.stillpoint.tck.snapshot.OneInstantContract;
import io.stillpoint.tck.snapshot.PausedOpenContract;
import io.stillpoint.tck.snapshot.RefusalsContract;
import io.stillpoint.tck.snapshot.ReleaseContract;
import io.stillpoint.tck.snapshot.SnapshotBehaviour;
import io.stillpoint.tck.snapshot.UnsupportedSnapshotsContract;
import io.stillpoint.tck.storage.BackendUnderTest;
import io.stillpoint.tck.storage.CatalogContract;
import io.stillpoint.tck.storage.CommitContract;
import io.stillpoint.tck.storage.ConcurrencyContract;
import io.stillpoint.tck.storage.IntentsContract;
import io.stillpoint.tck.storage.LifecycleContract;
import io.stillpoint.tck.storage.RangeContract;
import io.stillpoint.tck.storage.ReadContract;
import io.stillpoint.tck.storage.RevisionsContract;
import org.junit.jupiter.api.Nested;

/** The whole contract on this backend. */
class MemoryContractTest {
  @Nested
  class Catalogs extends CatalogContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class Commits extends CommitContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class Concurrent extends ConcurrencyContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class IntentRows extends IntentsContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class Lifecycles extends LifecycleContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class Ranges extends RangeContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class Reads extends ReadContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class RevisionRows extends RevisionsContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }
  }

  @Nested
  class Descriptions extends DescriptionContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class Endings extends EndingsContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class KeyShapes extends KeyShapesContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class OneInstant extends OneInstantContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class PausedOpens extends PausedOpenContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class Refusals extends RefusalsContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class Releases extends ReleaseContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.complete();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return MemoryUnderTest.BEHAVIOUR;
    }
  }

  @Nested
  class Unsupported extends UnsupportedSnapshotsContract {
    @Override
    protected BackendUnderTest backend() {
      return MemoryUnderTest.withoutSnapshots();
    }

    @Override
    protected SnapshotBehaviour behaviour() {
      return SnapshotBehaviour.unsupported();
    }

    @Override
    protected String backendName() {
      return "memory";
    }
  }
}
