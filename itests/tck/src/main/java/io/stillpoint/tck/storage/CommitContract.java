package io.stillpoint.tck.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.entry.Spaces;
import io.stillpoint.api.error.LimitExceededException;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Entry;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Batches: expectations, old entries, all or nothing. */
@Tag("DDB-4")
@Tag("DDB-11")
public abstract class CommitContract extends ContractTest {
  private static final EntryKey A = key("p", "a");
  private static final EntryKey B = key("p", "b");
  private static final EntryKey ELSEWHERE = key("q", "a");

  private StoredTable table;

  @BeforeEach
  void createTable() {
    table = createTable("Music");
  }

  private Change put(EntryKey key, Expectation expectation, String value) {
    return Change.put(table.id(), Spaces.ITEMS, key, expectation, text(value));
  }

  private Change delete(EntryKey key, Expectation expectation) {
    return Change.delete(table.id(), Spaces.ITEMS, key, expectation);
  }

  private Change check(EntryKey key, Expectation expectation) {
    return Change.check(table.id(), Spaces.ITEMS, key, expectation);
  }

  private Entry current(EntryKey key) {
    return read(table.at(), Spaces.ITEMS, key);
  }

  private Map<Integer, CommitOutcome.Current> mismatch(Change... changes) {
    return assertInstanceOf(
            CommitOutcome.Mismatch.class,
            commit(table.at(), changes),
            "[DDB-4/expectation] a batch with an expectation that does not hold is a mismatch")
        .failed();
  }

  @Test
  void aPutCarriesTheIdOfItsAttempt() {
    WriteId id = WriteId.fresh();
    storage()
        .commit(
            new Batch(id, List.of(table.at()), List.of(put(A, Expectation.any(), "1"))), soon());
    assertEquals(
        new Entry(A, id, text("1")),
        current(A),
        "[DDB-4/write-id] an entry carries the id of the attempt that wrote it");
  }

  @Test
  void anEmptyValueIsAValue() {
    apply(table.at(), put(A, Expectation.any(), ""));
    assertEquals(Bytes.EMPTY, current(A).value());
  }

  @Test
  void absentHoldsOnlyWhereThereIsNoEntry() {
    apply(table.at(), put(A, Expectation.absent(), "1"));
    Entry first = current(A);
    assertEquals(
        Map.of(0, new CommitOutcome.Current(first)), mismatch(put(A, Expectation.absent(), "2")));
    assertEquals(first, current(A));
  }

  @Test
  void aWriteIdHoldsOnlyForItsEntry() {
    apply(table.at(), put(A, Expectation.any(), "1"));
    Entry first = current(A);
    apply(table.at(), put(A, Expectation.unchanged(first), "2"));
    Entry second = current(A);
    assertNotEquals(first.writeId(), second.writeId());
    assertEquals(
        Map.of(0, new CommitOutcome.Current(second)),
        mismatch(put(A, Expectation.unchanged(first), "3")));
    assertEquals(
        Map.of(0, new CommitOutcome.Current(null)),
        mismatch(delete(B, Expectation.writtenBy(first.writeId()))));
    assertEquals("2", value(table.at(), A));
  }

  @Test
  void deleteAndRecreateDoesNotLookUnchanged() {
    apply(table.at(), put(A, Expectation.any(), "1"));
    Entry first = current(A);
    apply(table.at(), delete(A, Expectation.any()));
    apply(table.at(), put(A, Expectation.any(), "1"));
    CommitOutcome outcome = commit(table.at(), put(A, Expectation.unchanged(first), "2"));
    assertInstanceOf(
        CommitOutcome.Mismatch.class,
        outcome,
        "[DDB-4/recreated] an entry that was deleted and put again is another");
    assertEquals("1", value(table.at(), A));
  }

  @Test
  void deletingWhatIsNotThereIsNoError() {
    apply(table.at(), delete(A, Expectation.any()));
    apply(table.at(), delete(A, Expectation.absent()));
    assertNull(current(A));
  }

  @Test
  void oldEntriesComeBackWhereWanted() {
    apply(table.at(), put(A, Expectation.any(), "1"), put(B, Expectation.any(), "1"));
    Entry oldA = current(A);
    Entry oldB = current(B);
    CommitOutcome.Applied applied =
        apply(
            table.at(),
            put(A, Expectation.any(), "2").wantingOld(),
            delete(B, Expectation.any()).wantingOld(),
            put(key("p", "c"), Expectation.any(), "2").wantingOld());
    assertEquals(Map.of(0, oldA, 1, oldB), applied.old());
    assertEquals(Map.of(), apply(table.at(), put(A, Expectation.any(), "3")).old());
    assertEquals(
        "3",
        apply(table.at(), check(A, Expectation.any()).wantingOld()).old().get(0).value().utf8());
  }

  @Test
  void oneFailedExpectationRefusesAll() {
    apply(table.at(), put(A, Expectation.any(), "1"));
    Entry a = current(A);
    Map<Integer, CommitOutcome.Current> failed =
        mismatch(
            put(B, Expectation.any(), "2"),
            put(A, Expectation.absent(), "2"),
            delete(key("p", "c"), Expectation.writtenBy(a.writeId())),
            put(key("p", "d"), Expectation.absent(), "2"));
    assertEquals(
        Set.of(1, 2),
        failed.keySet(),
        "[DDB-4/every-expectation] a mismatch names every failed expectation, and no other");
    assertEquals(a, failed.get(1).entry());
    assertNull(failed.get(2).entry());
    String nothing = "[DDB-4/all-or-nothing] a refused batch has written nothing";
    assertNull(current(B), nothing);
    assertNull(current(key("p", "d")), nothing);
    assertEquals(a, current(A), nothing);
  }

  @Test
  void aRefusedBatchLeavesNoIndexEntry() {
    apply(table.at(), put(A, Expectation.any(), "1"));
    mismatch(
        Change.put(table.id(), Spaces.FIRST_INDEX, B, Expectation.any(), text("entry")),
        put(A, Expectation.absent(), "2"));
    assertNull(
        read(table.at(), Spaces.FIRST_INDEX, B),
        "[DDB-5/in-the-batch] an index entry is written with its item or not at all");
  }

  /** A backend may refuse it before or in the midst: it must not keep a part. */
  @Test
  void aBatchThatFailsHalfwayHasWrittenNothing() {
    apply(table.at(), put(A, Expectation.any(), "1"));
    assertThrows(
        RuntimeException.class,
        () ->
            commit(
                table.at(),
                put(A, Expectation.any(), "2"),
                Change.put(
                    table.id(), Spaces.FIRST_INDEX + 7, B, Expectation.any(), text("no space"))));
    // Whatever was written with it is committed by now.
    apply(table.at(), put(B, Expectation.any(), "later"));
    assertEquals(
        "1",
        value(table.at(), A),
        "[DDB-4/failed-halfway] a batch that fails in its midst has written nothing");
  }

  @Test
  void aCheckWritesNothing() {
    apply(table.at(), put(A, Expectation.any(), "1"));
    Entry a = current(A);
    apply(
        table.at(),
        check(A, Expectation.unchanged(a)),
        check(B, Expectation.absent()),
        put(key("p", "c"), Expectation.any(), "x"));
    assertEquals(a, current(A));
    assertNull(current(B));
    mismatch(check(B, Expectation.writtenBy(a.writeId())), put(A, Expectation.any(), "x"));
    assertEquals(a, current(A));
  }

  @Test
  void spacesDoNotMix() {
    apply(
        table.at(),
        put(A, Expectation.any(), "item"),
        Change.put(table.id(), Spaces.TOKENS, A, Expectation.absent(), text("token")),
        Change.put(table.id(), Spaces.FIRST_INDEX, A, Expectation.absent(), text("index")));
    assertEquals("item", value(table.at(), A));
    assertEquals("token", read(table.at(), Spaces.TOKENS, A).value().utf8());
    assertEquals("index", read(table.at(), Spaces.FIRST_INDEX, A).value().utf8());
    assertNull(read(table.at(), Spaces.DIRTY, A));
  }

  @Test
  void aBatchSpansPartitionsAndTables() {
    StoredTable other = createTable("Other");
    Batch batch =
        new Batch(
            WriteId.fresh(),
            List.of(table.at(), other.at()),
            List.of(
                put(A, Expectation.any(), "1"),
                put(ELSEWHERE, Expectation.any(), "2"),
                Change.put(other.id(), Spaces.ITEMS, A, Expectation.absent(), text("3"))));
    assertInstanceOf(CommitOutcome.Applied.class, storage().commit(batch, soon()));
    assertEquals("2", value(table.at(), ELSEWHERE));
    assertEquals("3", value(other.at(), A));
    Batch refused =
        new Batch(
            WriteId.fresh(),
            List.of(table.at(), other.at()),
            List.of(
                put(A, Expectation.any(), "4"),
                Change.put(other.id(), Spaces.ITEMS, A, Expectation.absent(), text("4"))));
    assertInstanceOf(CommitOutcome.Mismatch.class, storage().commit(refused, soon()));
    assertEquals("1", value(table.at(), A));
  }

  @Test
  @Tag("PG-10")
  void theLargestKeysAndValuesFit() {
    Bytes zeros = Bytes.wrap(new byte[2048]);
    EntryKey item = new EntryKey(zeros, Bytes.wrap(new byte[1024]));
    EntryKey index = new EntryKey(zeros, Bytes.wrap(new byte[2 * 1024 + 2 + 16]));
    Bytes value = Bytes.wrap(new byte[9 + 600 * 1024]);
    apply(
        table.at(),
        Change.put(table.id(), Spaces.ITEMS, item, Expectation.absent(), value),
        Change.put(table.id(), Spaces.FIRST_INDEX, index, Expectation.absent(), value));
    assertEquals(value, read(table.at(), Spaces.ITEMS, item).value());
    assertEquals(value, read(table.at(), Spaces.FIRST_INDEX, index).value());
  }

  @Test
  void aBatchOverTheLimitIsRefusedBeforeItIsLookedAt() {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i <= storage().limits().maxBatchEntries(); i++) {
      changes.add(put(key("p", "s" + i), Expectation.any(), "x"));
    }
    Batch batch = new Batch(WriteId.fresh(), List.of(table.at()), changes);
    assertThrows(
        LimitExceededException.class,
        () -> storage().commit(batch, soon()),
        "[DDB-4/limit] a batch over the published limit is refused");
    assertNull(current(key("p", "s0")));
  }

  @Test
  void aHundredItemsWithTheirIndexEntriesFit() {
    int entries = Math.min(storage().limits().maxBatchEntries(), 100 * 27);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      changes.add(put(key("p", "s" + i), Expectation.absent(), "x".repeat(1000)));
    }
    apply(table.at(), changes.toArray(Change[]::new));
    assertEquals("x".repeat(1000), value(table.at(), key("p", "s" + (entries - 1))));
  }
}
