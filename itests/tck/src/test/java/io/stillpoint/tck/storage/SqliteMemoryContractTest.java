package io.stillpoint.tck.storage;

import org.junit.jupiter.api.Nested;

/** The storage contract on SQLite in memory. */
class SqliteMemoryContractTest {
  @Nested
  class Catalogs extends CatalogContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class Commits extends CommitContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class Concurrent extends ConcurrencyContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class IntentRows extends IntentsContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class Lifecycles extends LifecycleContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class Ranges extends RangeContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class Reads extends ReadContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }

  @Nested
  class RevisionRows extends RevisionsContract {
    @Override
    protected BackendUnderTest backend() {
      return SqliteUnderTest.memory();
    }
  }
}
