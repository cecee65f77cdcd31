package io.stillpoint.engine.query;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.operation.TableAccess;
import io.stillpoint.engine.table.OpenTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a Query or Scan reads: a table or one of its indexes.
 *
 * @param index null for the table
 */
record Source(OpenTable table, IndexDefinition index) {

  /**
   * Finds the source that a request names.
   *
   * @param indexName null for the table
   * @throws ServiceException VALIDATION if the table has no such index, or it cannot be read yet,
   *     or not consistently; RESOURCE_NOT_FOUND if the table is gone
   */
  static Source of(
      OpenTable table,
      String indexName,
      boolean consistent,
      TableAccess access,
      Deadline deadline) {
    if (indexName == null) {
      return new Source(table, null);
    }
    IndexDefinition index = find(table, indexName);
    if (index == null || isBeingBuilt(index)) {
      // Our definition may be outdated, or the table be gone: only its instance can refuse.
      OpenTable now = access.latest(table, deadline);
      if (now.revision() != table.revision()) {
        throw new StaleRevisionException("the definition changed", now.revision());
      }
    }
    if (index == null) {
      throw ServiceException.validation(
          "The table does not have the specified index: " + indexName);
    }
    if (consistent && index.kind() == IndexDefinition.Kind.GLOBAL) {
      throw ServiceException.validation(
          "Consistent reads are not supported on global secondary indexes");
    }
    if (isBeingBuilt(index)) {
      throw ServiceException.validation(
          "Cannot read from backfilling global secondary index: " + indexName);
    }
    return new Source(table, index);
  }

  private static boolean isBeingBuilt(IndexDefinition index) {
    return index.backfilling() || index.status() == IndexStatus.CREATING;
  }

  private static IndexDefinition find(OpenTable table, String name) {
    return table.definition().index(name).filter(IndexDefinition::isMaintained).orElse(null);
  }

  boolean isIndex() {
    return index != null;
  }

  boolean isGlobal() {
    return index != null && index.kind() == IndexDefinition.Kind.GLOBAL;
  }

  int space() {
    return index == null ? Spaces.ITEMS : index.space();
  }

  /** The key that conditions are on. */
  KeySchema key() {
    return index == null ? table.definition().key() : index.key();
  }

  /** The attributes of a start key: the table's key, and the index's. */
  Set<String> startKeyNames() {
    Set<String> names = new LinkedHashSet<>();
    table.definition().key().attributes().forEach(attribute -> names.add(attribute.name()));
    key().attributes().forEach(attribute -> names.add(attribute.name()));
    return names;
  }

  /** Which of some attributes its entries do not show, in their order. */
  List<String> notShown(Iterable<String> attributes) {
    List<String> missing = new ArrayList<>();
    if (index != null && index.projection().type() != Projection.Type.ALL) {
      Set<String> shown = startKeyNames();
      shown.addAll(index.projection().nonKeyAttributes());
      for (String attribute : attributes) {
        if (!shown.contains(attribute)) {
          missing.add(attribute);
        }
      }
    }
    return missing;
  }

  boolean showsAll() {
    return index == null || index.projection().type() == Projection.Type.ALL;
  }

  /** Whether an attribute is part of {@link #key}. */
  boolean isKey(String attribute) {
    return key().contains(attribute);
  }

  /** The attributes of {@link #key}, hash first. */
  List<KeyAttribute> keyAttributes() {
    return key().attributes();
  }
}
