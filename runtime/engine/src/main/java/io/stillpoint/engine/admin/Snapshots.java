package io.stillpoint.engine.admin;

import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.osgi.annotation.versioning.ProviderType;

/** The open snapshots of this server, and what operators do with them (OPS-1). Any thread. */
@ProviderType
public interface Snapshots {
  /** Every open snapshot that this server's engine holds, oldest first. */
  List<SnapshotSummary> list();

  /** What each instance that has snapshots allows now, ordered by instance. */
  List<SnapshotCapacity> capacities();

  /**
   * Ends a snapshot; what reads from it fails with one error.
   *
   * @throws AdminException if no snapshot of that id is open
   */
  void close(long id);

  /**
   * Writes a table's items as of one instant to a file, a line {@code {"Item":…}} of canonical
   * DynamoDB JSON each. Blocks until the file is whole and synced under its name, or nothing is
   * left of it.
   *
   * @param file an absolute path of the server's machine; must not exist, its folder must
   * @param itemsPerSecond at most so many, or 0 for as many as possible
   * @param progress shown about once a second how far it is; false cancels the export
   * @throws AdminException if it cannot be done, or was cancelled; one sentence
   */
  ExportSummary export(
      String account,
      String table,
      Path file,
      long itemsPerSecond,
      Predicate<ExportSummary> progress);

  /**
   * Copies an instance's whole database as of one instant to a file, while it serves (LITE-5).
   *
   * @param file as in {@link #export}
   * @param progress told now and then how many bytes were written
   * @return the file's size in bytes
   * @throws AdminException if it cannot be done; one sentence
   */
  long copy(String instance, Path file, LongConsumer progress);
}
