package io.stillpoint.engine.table;

import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * What a definition becomes when the transition under way is due: the states of the DynamoDB API
 * (Amazon DynamoDB Developer Guide, "Managing global secondary indexes", for those of an index).
 */
final class DueSteps {
  private DueSteps() {}

  /** The next definition of one whose {@code dueAt} has come. */
  static TableDefinition next(TableDefinition table) {
    boolean creating = table.status() == TableStatus.CREATING;
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : table.indexes()) {
      switch (index.status()) {
        // The index of a new table has nothing to fill; that of an old one begins to.
        case CREATING ->
            indexes.add(
                creating
                    ? index.with(IndexStatus.ACTIVE, false)
                    : index.with(IndexStatus.CREATING, true));
        case UPDATING -> indexes.add(index.with(IndexStatus.ACTIVE, false));
        case ACTIVE -> indexes.add(index);
        case DELETING -> {
          // Its writers stopped at the revision that said so; now its space goes.
        }
      }
    }
    return table.withIndexes(indexes, table.nextSpace()).withStatus(TableStatus.ACTIVE, null);
  }

  /** The indexes that wait to be filled. */
  static List<IndexDefinition> toFill(TableDefinition table) {
    return table.indexes().stream()
        .filter(index -> index.status() == IndexStatus.CREATING && index.backfilling())
        .toList();
  }
}
