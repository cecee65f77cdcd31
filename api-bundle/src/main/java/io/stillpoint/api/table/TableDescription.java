package io.stillpoint.api.table;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.error.TableInUseException;
import java.util.Objects;
import java.util.Set;

/**
 * A definition as a snapshot shows it: what is being deleted, and what has no space, left out
 * (SNAP-4, PG-8).
 *
 * @param keyOrdered whether items provably arrive in key order (SNAP-5)
 */
public record TableDescription(TableDefinition definition, boolean keyOrdered) {
  public TableDescription {
    Objects.requireNonNull(definition, "definition");
  }

  /**
   * The one rule that decides what a stored document and the spaces that physically exist describe;
   * backends and readers of backups both use it. Every key of a document that decodes is S, N or B,
   * and the key codec orders those, so the order is proved; a backend whose relation does not
   * compare keys as bytes takes it back with {@link #unordered}.
   *
   * @throws IllegalArgumentException if the document is none
   */
  public static TableDescription of(Bytes document, Set<Integer> spaces) {
    TableDefinition stored = TableDocument.decode(document);
    TableDefinition shown =
        stored.withIndexes(
            stored.indexes().stream()
                .filter(IndexDefinition::isMaintained)
                .filter(index -> spaces.contains(index.space()))
                .toList(),
            stored.nextSpace());
    return new TableDescription(shown, true);
  }

  /** The same, of items whose order is not proved. */
  public TableDescription unordered() {
    return new TableDescription(definition, false);
  }

  /**
   * Whether a snapshot of the table may be opened: unless it is being created. A table that is
   * UPDATING serves reads and writes, and a snapshot of it shows the index that is being built
   * (SNAP-4); DynamoDB's CreateBackup refuses the same two states, CREATING and DELETING.
   *
   * @throws TableInUseException if not
   */
  public void requireReadable() {
    if (definition.status() == TableStatus.CREATING
        || definition.status() == TableStatus.DELETING) {
      throw new TableInUseException(
          "Table "
              + definition.name()
              + " is "
              + definition.status()
              + ": wait until it is ACTIVE.");
    }
  }
}
