package io.stillpoint.tck.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.item.AttributeValue;
import io.stillpoint.api.snapshot.TableSnapshot;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.table.IndexDefinition;
import io.stillpoint.api.table.IndexStatus;
import io.stillpoint.api.table.KeyAttribute;
import io.stillpoint.api.table.KeySchema;
import io.stillpoint.api.table.Projection;
import io.stillpoint.api.table.TableDefinition;
import io.stillpoint.api.table.TableStatus;
import io.stillpoint.api.table.Throughput;
import io.stillpoint.tck.storage.ContractTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;

/**
 * What the snapshot's contract tests have in common: tables, items, hooks, declarations. A backend
 * that hangs where no drain's deadline counts is ended too, well past every such deadline.
 */
@Timeout(300)
public abstract class SnapshotContractTest extends ContractTest {
  /** The key of the tables that have no reason for another. */
  static final KeySchema KEY =
      new KeySchema(attribute("p", AttributeValue.Type.S), attribute("s", AttributeValue.Type.S));

  /** The key of a global index on what {@link #item} writes. */
  private static final KeySchema INDEX_KEY =
      new KeySchema(
          attribute("colour", AttributeValue.Type.S), attribute("round", AttributeValue.Type.N));

  /** What the backend declares. */
  protected abstract SnapshotBehaviour behaviour();

  /** A backend without snapshots is judged by {@link UnsupportedSnapshotsContract} alone. */
  @BeforeEach
  void requireSupported() {
    Assumptions.assumeTrue(behaviour().supported(), "not run: declared as unsupported");
    assertEquals(
        behaviour().observable(),
        instance().hooks().isPresent(),
        "whether the instance gives hooks, as the backend declares it");
  }

  /** The hooks; where the backend declares none, says what is not observable. */
  final Optional<SnapshotHooks> hooks(TestInfo test, String unseen) {
    if (instance().hooks().isEmpty()) {
      System.out.println(test.getDisplayName() + ": not observable: " + unseen);
    }
    return instance().hooks();
  }

  static KeyAttribute attribute(String name, AttributeValue.Type type) {
    return new KeyAttribute(name, type);
  }

  static TableDefinition definition(
      String name, TableStatus status, KeySchema key, List<IndexDefinition> indexes) {
    return new TableDefinition(
        TableId.random(),
        ACCOUNT,
        name,
        status,
        Instant.ofEpochMilli(1_700_000_000_000L),
        key,
        TableDefinition.PAY_PER_REQUEST,
        Throughput.NONE,
        "STANDARD",
        false,
        indexes,
        Spaces.FIRST_INDEX + indexes.size(),
        null);
  }

  /** The index with a number from 0 on. */
  static IndexDefinition index(int number, IndexStatus status) {
    return new IndexDefinition(
        "index" + number,
        IndexDefinition.Kind.GLOBAL,
        Spaces.FIRST_INDEX + number,
        INDEX_KEY,
        new Projection(Projection.Type.ALL, List.of()),
        status,
        status == IndexStatus.CREATING,
        Throughput.NONE);
  }

  /** An ACTIVE table with a composite key and one global index. */
  final TableWriter indexedTable(String name) {
    return TableWriter.create(
        storage(),
        definition(name, TableStatus.ACTIVE, KEY, List.of(index(0, IndexStatus.ACTIVE))));
  }

  /** An item of {@link #KEY}, with a number of its own, as one round of writes leaves it. */
  static Map<String, AttributeValue> item(int number, int round) {
    return Map.of(
        "p", AttributeValue.s("p" + number % 7),
        "s", AttributeValue.s(String.format("s%06d", number)),
        "colour", AttributeValue.s(number % 2 == 0 ? "red" : "green"),
        "round", AttributeValue.n(round));
  }

  static List<Map<String, AttributeValue>> items(int from, int to, int round) {
    return IntStream.range(from, to).mapToObj(number -> item(number, round)).toList();
  }

  final TableSnapshot open(String table) {
    return instance().snapshots().openTableSnapshot(ACCOUNT, table);
  }

  final int freePermits() {
    return storage().limits().freePermits();
  }
}
