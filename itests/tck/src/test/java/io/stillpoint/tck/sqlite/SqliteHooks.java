package io.stillpoint.tck.sqlite;

import io.stillpoint.sqlite.database.Database;
import io.stillpoint.sqlite.database.LongReader;
import io.stillpoint.sqlite.snapshot.Instant;
import io.stillpoint.sqlite.snapshot.Instants;
import io.stillpoint.sqlite.snapshot.PageBounds;
import io.stillpoint.sqlite.snapshot.SnapshotParts;
import io.stillpoint.sqlite.storage.TableRow;
import io.stillpoint.tck.snapshot.PausePoint;
import io.stillpoint.tck.snapshot.SnapshotHooks;
import io.stillpoint.tck.snapshot.StandardHooks;
import java.sql.SQLException;
import java.util.EnumSet;

/** Puts the kit's hooks around where one instance's snapshots read. */
final class SqliteHooks {
  private final StandardHooks hooks =
      new StandardHooks(
          EnumSet.of(PausePoint.AFTER_DEFINITION, PausePoint.BEFORE_ITEMS),
          PageBounds.STANDARD.entries());

  SnapshotHooks hooks() {
    return hooks;
  }

  /** What the instance under test is started with. */
  SnapshotParts parts() {
    return new SnapshotParts(
        new Watched(Instants.standard()),
        () -> new PageBounds(hooks.fetchSize(), PageBounds.STANDARD.bytes()));
  }

  private final class Watched implements Instants {
    private final Instants standard;

    Watched(Instants standard) {
      this.standard = standard;
    }

    @Override
    public <T> T at(Database database, Body<T> open) {
      return standard.at(database, instant -> open.run(new WatchedInstant(instant)));
    }
  }

  private final class WatchedInstant implements Instant {
    private final Instant instant;

    WatchedInstant(Instant instant) {
      this.instant = instant;
    }

    @Override
    public TableRow find(String account, String name) throws SQLException {
      TableRow row = instant.find(account, name);
      hooks.reached(PausePoint.AFTER_DEFINITION);
      return row;
    }

    @Override
    public void settle(TableRow row) throws SQLException {
      hooks.reached(PausePoint.BEFORE_ITEMS);
      instant.settle(row);
    }

    @Override
    public <T> T read(String what, Database.Query<T> query) {
      return instant.read(what, query);
    }

    @Override
    public <T> T fetch(String what, Database.Query<T> query) {
      T page =
          instant.fetch(
              what,
              connection -> {
                if (hooks.fails()) {
                  connection.executeOnce("SELECT v FROM a_table_that_is_not_there");
                }
                return query.run(connection);
              });
      hooks.fetched();
      return page;
    }

    @Override
    public LongReader reader() {
      return instant.reader();
    }
  }
}
