package io.stillpoint.api.coordination;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.storage.Deadline;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Rows that change by compare and set (COORD-1). Each call is one transaction. A change whose
 * outcome cannot be known throws {@link io.stillpoint.api.error.OutcomeUnknownException}; the
 * caller reads the row and compares.
 */
@ProviderType
public interface Revisions {
  Optional<RevisionedRow> get(String collection, String key, Deadline deadline);

  /**
   * Rows in key order (UTF-8 bytes).
   *
   * @param after only keys greater than this one; empty for all
   */
  List<RevisionedRow> list(String collection, String after, int limit, Deadline deadline);

  /**
   * Adds a row.
   *
   * @throws io.stillpoint.api.error.StaleRevisionException if there is one, with its revision
   */
  RevisionedRow create(String collection, String key, Bytes value, Deadline deadline);

  /**
   * Replaces a row's value.
   *
   * @throws io.stillpoint.api.error.StaleRevisionException if its revision is another, or it is
   *     gone (revision 0); nothing was changed
   */
  RevisionedRow update(
      String collection, String key, long expectedRevision, Bytes value, Deadline deadline);

  /**
   * Removes a row.
   *
   * @throws io.stillpoint.api.error.StaleRevisionException as {@link #update}
   */
  void delete(String collection, String key, long expectedRevision, Deadline deadline);
}
