package io.stillpoint.sqlite.snapshot;

import io.stillpoint.sqlite.database.Connection;
import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import io.stillpoint.sqlite.storage.TableRow;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Looks into one instance's snapshots, and holds them where a test wants it. */
final class Watch implements Instants {
  final AtomicInteger fetches = new AtomicInteger();
  volatile Runnable afterDefinition = () -> {};
  volatile Runnable beforeItems = () -> {};

  /** Counted down inside a statement that then runs until it is interrupted; null for none. */
  volatile CountDownLatch blocked;

  private final Instants standard = Instants.standard();

  SnapshotParts parts(int entries) {
    return new SnapshotParts(this, () -> new PageBounds(entries, PageBounds.STANDARD.bytes()));
  }

  @Override
  public <T> T at(Database database, Body<T> open) {
    return standard.at(database, instant -> open.run(new Watched(instant)));
  }

  private final class Watched implements Instant {
    private final Instant instant;

    Watched(Instant instant) {
      this.instant = instant;
    }

    @Override
    public TableRow find(String account, String name) throws SQLException {
      TableRow row = instant.find(account, name);
      afterDefinition.run();
      return row;
    }

    @Override
    public void settle(TableRow row) throws SQLException {
      beforeItems.run();
      instant.settle(row);
    }

    @Override
    public <T> T read(String what, Database.Query<T> query) {
      return instant.read(what, query);
    }

    @Override
    public <T> T fetch(String what, Database.Query<T> query) {
      fetches.incrementAndGet();
      return instant.fetch(what, connection -> query.run(slow(connection)));
    }

    @Override
    public LongReader reader() {
      return instant.reader();
    }
  }

  private Connection slow(Connection connection) throws SQLException {
    CountDownLatch latch = blocked;
    if (latch != null) {
      latch.countDown();
      connection.number(
          "WITH RECURSIVE forever(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM forever)"
              + " SELECT count(*) FROM forever");
    }
    return connection;
  }
}
