package io.stillpoint.tck.sqlite;

import io.stillpoint.tck.storage.BackendUnderTest;
import io.stillpoint.tck.storage.CatalogContract;
import io.stillpoint.tck.storage.CommitContract;
import io.stillpoint.tck.storage.ConcurrencyContract;
import io.stillpoint.tck.storage.IntentsContract;
import io.stillpoint.tck.storage.LifecycleContract;
import io.stillpoint.tck.storage.RangeContract;
import io.stillpoint.tck.storage.ReadContract;
import io.stillpoint.tck.storage.RevisionsContract;
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
