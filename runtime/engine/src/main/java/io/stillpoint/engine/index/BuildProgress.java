package io.stillpoint.engine.index;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.CoordinationStore;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.error.StorageException;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.item.CanonicalJson;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.engine.directory.Lease;
import io.stillpoint.engine.error.ServiceException;
import io.stillpoint.engine.registry.NameRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far the build of an index has come, in the home instance's coordination store. Only spares
 * work: a build that starts over is as right as one that goes on, so a record that cannot be read
 * or written is no failure of the build.
 */
public final class BuildProgress {
  private static final Logger LOG = LoggerFactory.getLogger(BuildProgress.class);
  private static final String COLLECTION = "index-build";
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final NameRegistry registry;

  public BuildProgress(NameRegistry registry) {
    this.registry = registry;
  }

  /** The base key from which the build goes on; empty to begin at the beginning. */
  Optional<EntryKey> from(TableId table, int space) {
    try (Lease<CoordinationStore> lease = registry.lease()) {
      return row(lease.service().revisions(), table, space)
          .map(row -> CanonicalJson.decodeItem(row.value()))
          .map(item -> new EntryKey(bytes(item, "partition"), bytes(item, "sort")));
    } catch (StorageException | ServiceException e) {
      LOG.info("The index build of {} starts over: {}", table, e.getMessage());
      return Optional.empty();
    }
  }

  /** Everything before this base key is in the index. */
  void reached(TableId table, int space, EntryKey next) {
    Bytes value =
        CanonicalJson.encode(
            Map.of(
                "partition", AttributeValue.b(next.partition()),
                "sort", AttributeValue.b(next.sort())));
    try (Lease<CoordinationStore> lease = registry.lease()) {
      Revisions revisions = lease.service().revisions();
      Optional<RevisionedRow> row = row(revisions, table, space);
      if (row.isPresent()) {
        revisions.update(COLLECTION, key(table, space), row.get().revision(), value, deadline());
      } else {
        revisions.create(COLLECTION, key(table, space), value, deadline());
      }
    } catch (StorageException | ServiceException e) {
      LOG.info("The progress of the index build of {} is not kept: {}", table, e.getMessage());
    }
  }

  /** The build has ended. */
  public void done(TableId table, int space) {
    try (Lease<CoordinationStore> lease = registry.lease()) {
      Revisions revisions = lease.service().revisions();
      Optional<RevisionedRow> row = row(revisions, table, space);
      if (row.isPresent()) {
        revisions.delete(COLLECTION, key(table, space), row.get().revision(), deadline());
      }
    } catch (StorageException | ServiceException e) {
      LOG.info("The progress of the index build of {} is not removed: {}", table, e.getMessage());
    }
  }

  private static Optional<RevisionedRow> row(Revisions revisions, TableId table, int space) {
    return revisions.get(COLLECTION, key(table, space), deadline());
  }

  private static Deadline deadline() {
    return Deadline.after(PATIENCE);
  }

  private static String key(TableId table, int space) {
    return table + "/" + space;
  }

  private static Bytes bytes(Map<String, AttributeValue> item, String name) {
    return ((AttributeValue.B) item.get(name)).value();
  }
}
