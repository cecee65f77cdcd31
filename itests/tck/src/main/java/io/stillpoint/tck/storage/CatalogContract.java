package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.api.error.TableInUseException;
import io.stillpoint.api.error.TableNotFoundException;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Deadline;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.NewTable;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.TableId;
import io.stillpoint.api.storage.TableState;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables: create, describe, alter, delete, and the cluster that an instance belongs to. */
@Tag("DDB-1")
public abstract class CatalogContract extends ContractTest {
  @Test
  void aCreatedTableIsLiveAndDescribed() {
    StoredTable table = createTable("Music");
    assertEquals(TableState.LIVE, table.state());
    assertEquals("Music", table.name());
    assertEquals(ACCOUNT, table.account());
    assertEquals(text("v1"), table.document());
    assertEquals(Optional.of(table), storage().describe(table.id(), soon()));
    assertEquals(List.of(table), storage().tables(soon()));
  }

  @Test
  void creatingWithTheSameIdIsTheSameCreate() {
    StoredTable table = createTable("Music");
    NewTable again = new NewTable(table.id(), ACCOUNT, "Music", table.spaces(), table.document());
    assertEquals(table, storage().create(again, soon()));
    assertEquals(1, storage().tables(soon()).size());
  }

  @Test
  void aNameIsTakenByOneTableOfAnAccount() {
    createTable("Music");
    assertThrows(TableInUseException.class, () -> createTable("Music"));
    NewTable other =
        new NewTable(TableId.random(), "111111111111", "Music", Spaces.FIXED, text("other"));
    assertEquals("111111111111", storage().create(other, soon()).account());
  }

  @Test
  void tablesComeByAccountThenName() {
    createTable("b");
    createTable("a");
    createTable("Z");
    storage().create(new NewTable(TableId.random(), "0", "z", Spaces.FIXED, text("d")), soon());
    assertEquals(
        List.of("0/z", ACCOUNT + "/Z", ACCOUNT + "/a", ACCOUNT + "/b"),
        storage().tables(soon()).stream().map(t -> t.account() + "/" + t.name()).toList());
  }

  @Test
  void anUnknownTableIsEmptyOrNotFound() {
    TableId unknown = TableId.random();
    assertEquals(Optional.empty(), storage().describe(unknown, soon()));
    assertThrows(TableNotFoundException.class, () -> storage().delete(unknown, soon()));
    assertThrows(
        TableNotFoundException.class,
        () -> storage().alter(unknown, 1, text("x"), Spaces.FIXED, soon()));
  }

  @Test
  void alterReplacesTheDocumentAndRaisesTheRevision() {
    StoredTable table = createTable("Music");
    StoredTable altered =
        storage().alter(table.id(), table.revision(), text("v2"), table.spaces(), soon());
    assertTrue(altered.revision() > table.revision());
    assertEquals(text("v2"), altered.document());
    assertEquals(Optional.of(altered), storage().describe(table.id(), soon()));
  }

  @Test
  @Tag("COORD-1")
  void alterRefusesAStaleRevisionAndChangesNothing() {
    StoredTable table = createTable("Music");
    StoredTable altered =
        storage().alter(table.id(), table.revision(), text("v2"), table.spaces(), soon());
    StaleRevisionException refusal =
        assertThrows(
            StaleRevisionException.class,
            () -> storage().alter(table.id(), table.revision(), text("v3"), table.spaces(), soon()),
            "[COORD-1/alter] a change of the definition names the revision that it was made from");
    assertEquals(altered.revision(), refusal.currentRevision());
    assertEquals(Optional.of(altered), storage().describe(table.id(), soon()));
  }

  @Test
  @Tag("DDB-5")
  void aBatchUnderAnOlderRevisionIsStaleAndWritesNothing() {
    StoredTable table = createTable("Music");
    StoredTable altered =
        storage().alter(table.id(), table.revision(), text("v2"), table.spaces(), soon());
    assertEquals(
        new CommitOutcome.Stale(table.id(), altered.revision(), TableState.LIVE),
        commit(
            table.at(),
            Change.put(table.id(), Spaces.ITEMS, key("p", "s"), Expectation.any(), text("x"))),
        "[DDB-5/fence] a batch that was planned under an older revision is stale");
    assertNull(value(altered.at(), key("p", "s")), "[DDB-5/fence] and has written nothing");
  }

  @Test
  void aNewSpaceIsEmptyAndADroppedOneIsGone() {
    StoredTable table = createTable("Music");
    apply(
        table.at(),
        Change.put(table.id(), Spaces.FIRST_INDEX, key("p", "s"), Expectation.any(), text("old")));
    Set<Integer> spaces = new HashSet<>(Spaces.FIXED);
    spaces.add(Spaces.FIRST_INDEX + 1);
    StoredTable altered = storage().alter(table.id(), table.revision(), text("v2"), spaces, soon());
    assertEquals(spaces, altered.spaces());
    assertNull(read(altered.at(), Spaces.FIRST_INDEX + 1, key("p", "s")));
    assertThrows(
        RuntimeException.class, () -> read(altered.at(), Spaces.FIRST_INDEX, key("p", "s")));
  }

  @Test
  @Tag("DROP-6")
  void aDeletedTableRefusesEveryCallAndGoesAway() {
    StoredTable table = createTable("Music");
    put(table.at(), key("p", "s"), "x");
    Optional<StoredTable> left = storage().delete(table.id(), soon());
    left.ifPresent(
        deleting -> {
          assertEquals(TableState.DELETING, deleting.state());
          assertEquals(table.name(), deleting.name());
        });
    assertThrows(StaleRevisionException.class, () -> value(table.at(), key("p", "s")));
    assertEquals(
        io.stillpoint.api.storage.CommitOutcome.Stale.class,
        commit(
                table.at(),
                Change.put(table.id(), Spaces.ITEMS, key("p", "s"), Expectation.any(), text("y")))
            .getClass());
    awaitGone(table.id());
    StoredTable successor = createTable("Music");
    assertNull(value(successor.at(), key("p", "s")), "a successor is empty");
  }

  @Test
  void deletionGoesOnAfterARestart() throws Exception {
    if (!isDurable()) {
      return;
    }
    StoredTable table = createTable("Music");
    for (int i = 0; i < 500; i++) {
      put(table.at(), key("p", "s" + i), "x".repeat(1000));
    }
    storage().delete(table.id(), soon());
    reopen();
    awaitGone(table.id());
    createTable("Music");
  }

  @Test
  void anInstanceBelongsToOneCluster() throws Exception {
    assertEquals("cluster-1", storage().join("cluster-1", soon()));
    assertEquals("cluster-1", storage().join("cluster-1", soon()));
    assertEquals("cluster-1", storage().join("cluster-2", soon()));
    if (isDurable()) {
      reopen();
      assertEquals("cluster-1", storage().join("cluster-2", soon()));
    }
  }

  private void awaitGone(TableId table) {
    Deadline deadline = soon();
    while (storage().describe(table, soon()).isPresent()) {
      assertFalse(deadline.hasPassed(), "a DELETING table goes away by itself within 10 s");
      Thread.onSpinWait();
    }
  }
}
