package io.stillpoint.sqlite.coordination;

import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.Intents;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.sqlite.database.Database;
import java.util.function.Supplier;

/** The coordination contract on whichever database the instance has open. */
public final class SqliteCoordination implements CoordinationStore {
  private final Revisions revisions;
  private final Intents intents;

  /**
   * @param database the open one; throws TransientException while there is none
   */
  public SqliteCoordination(Supplier<Database> database) {
    revisions = new SqliteRevisions(database);
    intents = new SqliteIntents(database);
  }

  @Override
  public Revisions revisions() {
    return revisions;
  }

  @Override
  public Intents intents() {
    return intents;
  }
}
