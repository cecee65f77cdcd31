package io.stillpoint.tck.storage;

import java.io.IOException;
import org.junit.jupiter.api.Nested;

/** The storage contract on SQLite in a file. */
class SqliteFileContractTest {
  @Nested
  class Catalogs extends CatalogContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class Commits extends CommitContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class Concurrent extends ConcurrencyContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class IntentRows extends IntentsContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class Lifecycles extends LifecycleContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class Ranges extends RangeContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class Reads extends ReadContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }

  @Nested
  class RevisionRows extends RevisionsContract {
    @Override
    protected BackendUnderTest backend() throws IOException {
      return SqliteUnderTest.file();
    }
  }
}
