package io.stillpoint.api.storage;

import io.stillpoint.api.backend.Limits;
import io.stillpoint.api.backend.LiveNumber;
import io.stillpoint.api.bytes.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One instance's storage: per table, numbered spaces of entries ordered by key. A backend knows
 * nothing of expressions, indexes or streams; it keeps bytes, reads them at one instant and changes
 * them in conditional batches under the revision of the table's definition
 * (docs/storage-contract.md).
 *
 * <p>Registered as an OSGi service with the properties of {@link
 * io.stillpoint.api.backend.BackendProperties}. Every method blocks, may be called from any thread
 * and returns by its deadline, or within a second of {@link #abort}. The errors are those of {@link
 * io.stillpoint.api.error.StorageException}: {@code TransientException} (also while connecting) and
 * {@code InternalException} may come from any method; the others are named where they may come.
 *
 * <p>Implemented by backends: a method added here is a new contract version (RT-7).
 */
@ProviderType
public interface StorageEngine {
  /**
   * Binds the instance to a cluster of servers, once for its life.
   *
   * @param cluster the cluster's id
   * @return the cluster that the instance belongs to: the argument, unless it already had another
   */
  String join(String cluster, Deadline deadline);

  /**
   * Creates a table, LIVE and empty. Repeating it with the same id returns the table as it is now.
   *
   * @throws io.stillpoint.api.error.TableInUseException if another table has the account and name
   * @throws io.stillpoint.api.error.OutcomeUnknownException if it may have been created
   */
  StoredTable create(NewTable table, Deadline deadline);

  /** A table by id, DELETING ones included; empty if the instance has none. */
  Optional<StoredTable> describe(TableId table, Deadline deadline);

  /** Every table of the instance, DELETING ones included, ordered by account, then name. */
  List<StoredTable> tables(Deadline deadline);

  /**
   * Replaces a table's document and its set of spaces, and raises its revision: when this returns,
   * no call planned under an older revision can take effect. New spaces are empty. A space that is
   * no longer named is unreachable at once; its storage is reclaimed in the background.
   *
   * @throws io.stillpoint.api.error.TableNotFoundException if the instance has no such table
   * @throws io.stillpoint.api.error.TableInUseException if it is DELETING
   * @throws io.stillpoint.api.error.StaleRevisionException if its revision is not the expected one
   * @throws io.stillpoint.api.error.OutcomeUnknownException if it may have been changed
   */
  StoredTable alter(
      TableId table, long expectedRevision, Bytes document, Set<Integer> spaces, Deadline deadline);

  /**
   * Deletes a table and all its entries. Once this has returned, the table is gone or DELETING and
   * goes away by itself, also after a restart; no order of failures leaves entries without their
   * table. Deleting a DELETING table changes nothing.
   *
   * @return the table as it is now; empty if it is gone already
   * @throws io.stillpoint.api.error.TableNotFoundException if the instance has no such table
   * @throws io.stillpoint.api.error.OutcomeUnknownException if deletion may have begun
   */
  Optional<StoredTable> delete(TableId table, Deadline deadline);

  /**
   * Entries of one instant, of one or more tables of the instance.
   *
   * @param tables every table that a key names, at the revision the read was planned under
   * @param consistent whether it must see every commit that was acknowledged before it began
   * @return an element for each key, in their order; null where there is no entry
   * @throws io.stillpoint.api.error.StaleRevisionException if a revision is not the current one,
   *     the table is DELETING or there is none
   */
  List<Entry> read(
      List<TableRevision> tables, List<ReadKey> keys, boolean consistent, Deadline deadline);

  /**
   * A page of a range, of one instant; at least one entry if there is any.
   *
   * @throws io.stillpoint.api.error.StaleRevisionException as {@link #read}
   */
  Page range(RangeRequest request, Deadline deadline);

  /**
   * Applies a batch, all or nothing, in one place in the order of all commits to its tables: each
   * expectation is checked against the state that the batch changes.
   *
   * @throws io.stillpoint.api.error.LimitExceededException if it is over {@link #limits}; nothing
   *     was looked up
   * @throws io.stillpoint.api.error.UnsupportedException if it spans more than the instance's
   *     {@link io.stillpoint.api.backend.Atomicity} allows; nothing was looked up
   */
  CommitOutcome commit(Batch batch, Deadline deadline);

  /**
   * Writes many entries without expectation, for loads whose owner can repeat them; they keep the
   * write ids that they carry. Entries already there are replaced. Atomic only entry by entry:
   * after any error a part may have been written, and the owner repeats the call or gives the table
   * up. No client may write to the table until its definition was altered after the last load.
   *
   * @throws io.stillpoint.api.error.StaleRevisionException as {@link #read}
   * @throws io.stillpoint.api.error.OutcomeUnknownException if some may have been written
   */
  void load(TableRevision table, int space, List<Entry> entries, Deadline deadline);

  /**
   * Counts a space. May be approximate, may be slow; callers keep the answer for a while.
   *
   * @throws io.stillpoint.api.error.StaleRevisionException as {@link #read}
   */
  SpaceSize measure(TableRevision table, int space, Deadline deadline);

  /** The limits as they are now. Never blocks. */
  Limits limits();

  /** What else can be told of the instance in numbers. Never blocks for long. */
  default List<LiveNumber> numbers() {
    return List.of();
  }

  /**
   * Makes every blocked call return within a second with {@code TransientException}, or with an
   * unknown outcome where a commit was under way, ends every open snapshot, and refuses later
   * calls. Called once, when the instance leaves service; never blocks itself.
   */
  void abort();
}
