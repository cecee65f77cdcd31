package io.stillpoint.api.table;

import io.stillpoint.api.bytes.Bytes;
import java.util.Objects;
import java.util.Set;

/**
 * A definition as a snapshot shows it: what is being deleted, and what has no space, left out
 * (SNAP-4, PG-8).
 *
 * @param keyOrdered whether the key codec can prove an order for the table's keys (SNAP-5)
 */
public record TableDescription(TableDefinition definition, boolean keyOrdered) {
  public TableDescription {
    Objects.requireNonNull(definition, "definition");
  }

  /**
   * The one rule that decides what a stored document and the spaces that physically exist describe;
   * backends and readers of backups both use it.
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
}
