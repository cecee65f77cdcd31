package io.stillpoint.tck.history.check;

import static io.stillpoint.tck.history.check.Plan.BUSY;
import static io.stillpoint.tck.history.check.Plan.CUT;
import static io.stillpoint.tck.history.check.Plan.K;
import static io.stillpoint.tck.history.check.Plan.K2;
import static io.stillpoint.tck.history.check.Plan.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.Condition;
import io.stillpoint.tck.history.Image;
import io.stillpoint.tck.history.Mutation;
import io.stillpoint.tck.history.Operation.Read;
import io.stillpoint.tck.history.Operation.Returns;
import io.stillpoint.tck.history.Operation.Source;
import io.stillpoint.tck.history.Operation.Transaction;
import io.stillpoint.tck.history.Operation.Write;
import io.stillpoint.tck.history.Outcome;
import io.stillpoint.tck.history.Values;
import io.stillpoint.tck.history.View;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each fault that the checker must see, beside its nearest legal neighbour. */
@Tag("DDB-11")
@Tag("DDB-12")
class PlantedHistoriesTest {

  @Test
  void lostWrite() {
    accepted(new Plan().put(0, 1, "a").put(2, 4, "b").get(3, 5, "a"));
    Report report = refused(new Plan().put(0, 1, "a").put(2, 4, "b").get(44, 45, "a"));
    says(report, "p#3 read {v=S:a}, but p#2 (put {v=S:b} at t/S:k) was acknowledged 40.000 ms");
  }

  @Test
  void writeLostToNothing() {
    accepted(new Plan().put(0, 2, "a").get(1, 3, Image.ABSENT));
    says(
        refused(new Plan().put(0, 1, "a").get(3, 4, Image.ABSENT)),
        "read nothing, but p#1 (put {v=S:a} at t/S:k) was acknowledged 2.000 ms before");
  }

  @Test
  void staleReadOnceOverlappedWriteWasSeen() {
    accepted(new Plan().put(0, 1, "a").put(2, 9, "b").get(3, 4, "a").get(5, 6, "b"));
    says(
        refused(new Plan().put(0, 1, "a").put(2, 9, "b").get(3, 4, "b").get(5, 6, "a")),
        "p#4 read {v=S:a}");
  }

  @Test
  void reorderedReads() {
    Plan both = new Plan().put(0, 9, "a").put(0, 9, "b");
    accepted(both.get(1, 2, "a").get(3, 4, "b"));
    Plan again = new Plan().put(0, 9, "a").put(0, 9, "b");
    refused(again.get(1, 2, "a").get(3, 4, "b").get(5, 6, "a"));
  }

  @Test
  void doubledAdd() {
    accepted(new Plan().add(0, 1, 1).add(2, 3, 2).get(4, 5, count(2)));
    says(refused(new Plan().add(0, 1, 1).add(2, 3, 2).get(4, 5, count(3))), "could hold {n=N:2}");
    says(refused(new Plan().add(0, 1, 1).add(2, 3, 3)), "returned the new item {n=N:3}");
  }

  @Test
  void lostAdd() {
    accepted(new Plan().add(0, 5, 1).add(0, 5, 2));
    refused(new Plan().add(0, 5, 1).add(0, 5, 1));
  }

  @Test
  void unknownAddTakesEffectOnceAtMost() {
    Plan once = new Plan().add(0, 1, 1).op(2, 3, Write.add(K, "n", 1), CUT);
    accepted(once.get(4, 5, count(1)).get(6, 7, count(2)));
    Plan twice = new Plan().add(0, 1, 1).op(2, 3, Write.add(K, "n", 1), CUT);
    refused(twice.get(4, 5, count(2)).get(6, 7, count(3)));
  }

  @Test
  void unknownWriteTakesEffectLate() {
    Plan late = new Plan().put(0, 1, "a").op(2, 3, Write.put(K, Image.v("b")), CUT);
    accepted(late.get(4, 5, "a").put(6, 7, "c").get(8, 9, "c").get(10, 11, "b"));
    Plan back = new Plan().put(0, 1, "a").op(2, 3, Write.put(K, Image.v("b")), CUT);
    refused(back.get(4, 5, "b").put(6, 7, "c").get(8, 9, "b"));
  }

  @Test
  void unknownWriteDoesNotBegin_beforeItIsSent() {
    accepted(new Plan().op(2, 3, Write.put(K, Image.v("b")), CUT).get(2, 3, "b"));
    says(
        refused(new Plan().op(2, 3, Write.put(K, Image.v("b")), CUT).get(0, 1, "b")),
        "wrote only later");
  }

  @Test
  void resurrectedDelete() {
    accepted(new Plan().put(0, 1, "a").delete(2, 9).get(3, 4, "a").get(5, 6, Image.ABSENT));
    says(
        refused(new Plan().put(0, 1, "a").delete(2, 3).get(4, 5, Image.ABSENT).get(6, 7, "a")),
        "p#4 read {v=S:a}, but p#2 (delete at t/S:k) was acknowledged");
  }

  @Test
  void removalAloneMakesNoItem() {
    Write remove = new Write(K, Mutation.Update.remove("l"), Condition.ALWAYS, Returns.ALL_NEW);
    Image empty = Image.of(Map.of());
    accepted(new Plan().op(0, 1, remove, Outcome.ok(Image.ABSENT)).get(2, 3, Image.ABSENT));
    says(refused(new Plan().op(0, 1, remove, Outcome.ok(empty))), "returned the new item {}");
    refused(new Plan().op(0, 1, remove.returning(Returns.NONE), Outcome.DONE).get(2, 3, empty));
    // On an item it removes the attribute and no more, down to an item that is only its key.
    Write put = Write.put(K, Image.of(Map.of("l", "N:1")));
    accepted(new Plan().op(0, 1, put, Outcome.DONE).op(2, 3, remove, Outcome.ok(empty)));
    refused(
        new Plan()
            .op(0, 1, put, Outcome.DONE)
            .op(2, 3, remove.returning(Returns.NONE), Outcome.DONE)
            .get(4, 5, Image.ABSENT));
    // Whether a put of unknown outcome took effect shows in what the removal left.
    Plan late = new Plan().op(0, 1, put, CUT).op(2, 3, remove, Outcome.ok(Image.ABSENT));
    accepted(late.get(4, 5, Image.of(Map.of("l", "N:1"))));
    Plan gone = new Plan().op(0, 1, put, CUT).op(2, 3, remove, Outcome.ok(empty));
    refused(gone.get(4, 5, Image.ABSENT));
    // With anything beside the removal the item is made.
    Write more =
        new Write(
            K,
            new Mutation.Update(Map.of("v", "S:a"), Map.of(), Set.of("l")),
            Condition.ALWAYS,
            Returns.NONE);
    accepted(new Plan().op(0, 1, more, Outcome.DONE).get(2, 3, "a"));
    refused(new Plan().op(0, 1, more, Outcome.DONE).get(2, 3, Image.ABSENT));
  }

  @Test
  void aValueWithoutTypeIsRefusedWhereItIsMade() {
    for (String untyped : List.of("none", "", ":x", "X:1", "s:a")) {
      assertThrows(IllegalArgumentException.class, () -> Condition.equal("v", untyped));
      assertThrows(IllegalArgumentException.class, () -> Mutation.Update.set("v", untyped));
    }
    assertEquals("NULL", Values.type("NULL:"));
    assertTrue(Condition.equal("v", "S:").holds(Image.v("")));
  }

  @Test
  void refusedConditionThatHeld() {
    Write create = Write.put(K, Image.v("b")).when(Condition.ABSENT);
    Outcome saw = Outcome.Refused.seeing(Image.v("a"));
    accepted(new Plan().put(0, 1, "a").op(2, 3, create, saw));
    refused(new Plan().put(0, 1, "a").delete(2, 3).op(4, 5, create, saw));
    refused(new Plan().op(4, 5, create, Outcome.Refused.seeing(null)));
  }

  @Test
  void acceptedConditionThatDidNotHold() {
    Write swap = Write.put(K, Image.v("b")).when(Condition.equal("v", "S:a"));
    accepted(new Plan().put(0, 1, "a").op(2, 3, swap, Outcome.DONE));
    refused(new Plan().put(0, 1, "x").op(2, 3, swap, Outcome.DONE));
    Write create = Write.put(K, Image.v("b")).when(Condition.ABSENT);
    accepted(new Plan().put(0, 1, "a").delete(2, 9).op(4, 5, create, Outcome.DONE));
    refused(new Plan().put(0, 1, "a").op(4, 5, create, Outcome.DONE));
  }

  @Test
  void onlyOneOfTwoRacingCreatesSucceeds() {
    Write one = Write.put(K, Image.v("a")).when(Condition.ABSENT);
    Write two = Write.put(K, Image.v("b")).when(Condition.ABSENT);
    accepted(
        new Plan().op(0, 5, one, Outcome.DONE).op(0, 5, two, Outcome.Refused.seeing(Image.v("a"))));
    refused(new Plan().op(0, 5, one, Outcome.DONE).op(0, 5, two, Outcome.DONE));
  }

  @Test
  void notAppliedWasApplied() {
    Write put = Write.put(K, Image.v("b"));
    accepted(new Plan().put(0, 1, "a").op(2, 3, put, BUSY).get(4, 5, "a"));
    says(
        refused(new Plan().put(0, 1, "a").op(2, 3, put, BUSY).get(4, 5, "b")),
        "p#2 tried to write and was told it was not applied");
  }

  @Test
  void valueNeverWritten() {
    says(refused(new Plan().put(0, 1, "a").get(2, 3, "x")), "which nobody ever wrote");
  }

  @Test
  void wrongOldValue() {
    Write put = Write.put(K, Image.v("c")).returning(Returns.ALL_OLD);
    Write delete = Write.delete(K).returning(Returns.ALL_OLD);
    Plan before = new Plan().put(0, 1, "a").put(2, 3, "b");
    accepted(before.op(4, 5, put, Outcome.ok(Image.v("b"))));
    says(
        refused(new Plan().put(0, 1, "a").put(2, 3, "b").op(4, 5, put, Outcome.ok(Image.v("a")))),
        "returned the old item {v=S:a}, but p#2");
    accepted(new Plan().put(0, 1, "a").op(4, 5, delete, Outcome.ok(Image.v("a"))));
    refused(new Plan().put(0, 1, "a").op(4, 5, delete, Outcome.ok(Image.ABSENT)));
  }

  @Test
  void halfTransactionInSnapshot() {
    Transaction both =
        new Transaction(List.of(Write.put(K, Image.v("a")), Write.put(K2, Image.v("a2"))));
    Read snapshot = Read.snapshot(List.of(K, K2));
    Plan whole = new Plan().op(0, 5, both, Outcome.DONE);
    accepted(
        whole
            .op(1, 2, snapshot, Outcome.ok(Image.ABSENT, Image.ABSENT))
            .op(3, 4, snapshot, Outcome.ok(Image.v("a"), Image.v("a2"))));
    Plan half = new Plan().op(0, 5, both, Outcome.DONE);
    Report report = refused(half.op(1, 2, snapshot, Outcome.ok(Image.v("a"), Image.ABSENT)));
    assertEquals(Finding.Kind.HALF_TRANSACTION, report.findings().get(0).kind());
    // Reads that claim no common instant may see the halves at their own instants.
    accepted(
        new Plan()
            .op(0, 5, both, Outcome.DONE)
            .op(1, 2, batch(), Outcome.ok(Image.v("a"), Image.ABSENT)));
  }

  @Test
  void halfOfUnknownTransactionStays() {
    Transaction both =
        new Transaction(List.of(Write.put(K, Image.v("a")), Write.put(K2, Image.v("a2"))));
    Plan whole = new Plan().op(0, 1, both, CUT).get(4, 5, "a");
    accepted(whole.op(6, 7, Read.get(K2), Outcome.ok(Image.v("a2"))));
    Plan half = new Plan().op(0, 1, both, CUT).get(4, 5, "a");
    refused(half.op(6, 7, Read.get(K2), Outcome.ok(Image.ABSENT)));
    // The parts of a batch read have their own instants, so a late transaction may lie between.
    accepted(
        new Plan().op(0, 1, both, CUT).op(4, 5, batch(), Outcome.ok(Image.v("a"), Image.ABSENT)));
  }

  @Test
  void refusedTransactionWroteNothing() {
    Transaction both =
        new Transaction(
            List.of(
                Write.put(K, Image.v("a")).when(Condition.ABSENT), Write.put(K2, Image.v("a2"))));
    Outcome no =
        new Outcome.Refused(
            List.of(new Outcome.Part(true, Image.v("x")), new Outcome.Part(false, null)));
    accepted(
        new Plan()
            .put(0, 1, "x")
            .op(2, 3, both, no)
            .op(4, 5, batch(), Outcome.ok(Image.v("x"), Image.ABSENT)));
    refused(
        new Plan()
            .put(0, 1, "x")
            .op(2, 3, both, no)
            .op(4, 5, batch(), Outcome.ok(Image.v("x"), Image.v("a2"))));
  }

  @Test
  void weakerRuleForLargeGroupsStillSeesHalfTransactions() {
    Transaction both =
        new Transaction(List.of(Write.put(K, Image.v("a")), Write.put(K2, Image.v("a2"))));
    Read snapshot = Read.snapshot(List.of(K, K2));
    HistoryChecker perKey = new HistoryChecker(1_000_000, 1, Duration.ofSeconds(1));
    Report whole =
        perKey.check(
            new Plan()
                .op(0, 5, both, Outcome.DONE)
                .op(1, 2, snapshot, Outcome.ok(Image.v("a"), Image.v("a2")))
                .entries());
    assertTrue(whole.accepted(), whole::toString);
    assertEquals(List.of(List.of(K, K2)), whole.weaklyChecked());
    Report half =
        perKey.check(
            new Plan()
                .op(0, 5, both, Outcome.DONE)
                .op(1, 2, snapshot, Outcome.ok(Image.v("a"), Image.ABSENT))
                .entries());
    assertEquals(Finding.Kind.HALF_TRANSACTION, half.findings().get(0).kind());
  }

  @Test
  void eventuallyConsistentReadMayBeOldButNotInvented() {
    Plan old = new Plan().put(0, 1, "a").put(2, 3, "b");
    accepted(old.op(4, 5, Read.eventual(K), Outcome.ok(Image.v("a"))));
    Plan invented = new Plan().put(0, 1, "a").put(2, 3, "b");
    says(
        refused(invented.op(4, 5, Read.eventual(K), Outcome.ok(Image.v("x")))),
        "which nobody had written by then");
    Plan future = new Plan().put(6, 7, "a");
    refused(future.op(4, 5, Read.eventual(K), Outcome.ok(Image.v("a"))));
  }

  @Test
  void readThroughIndexSeesItsProjection() {
    View local = new View("byL", Set.of("l"), Set.of("l"));
    Read read = new Read(Source.QUERY, List.of(K), true, local);
    Image full = Image.of(Map.of("v", "S:a", "l", "N:1"));
    Image shown = Image.of(Map.of("l", "N:1"));
    accepted(
        new Plan().op(0, 1, Write.put(K, full), Outcome.DONE).op(2, 3, read, Outcome.ok(shown)));
    refused(
        new Plan()
            .op(0, 1, Write.put(K, full), Outcome.DONE)
            .op(2, 3, read, Outcome.ok(Image.ABSENT)));
    // Sparse: without the key attribute the item is not in the index.
    accepted(new Plan().put(0, 1, "a").op(2, 3, read, Outcome.ok(Image.ABSENT)));
  }

  @Test
  void evidenceIsReducedToWhatMatters() {
    Plan plan = new Plan();
    for (long i = 0; i < 200; i++) {
      plan.put(10 * i, 10 * i + 1, "v" + i).get(10 * i + 2, 10 * i + 3, "v" + i);
    }
    plan.get(5000, 5001, "v150");
    Report report = refused(plan);
    assertTrue(report.findings().get(0).evidence().size() <= 5, report::toString);
    says(report, "was acknowledged 3009.000 ms before");
  }

  @Test
  void givesUpWithTheKeyRatherThanForever() {
    Plan plan = new Plan();
    for (int i = 0; i < 40; i++) {
      Write add = Write.add(K, "n", 1L << i).returning(Returns.NONE);
      plan.op(0, 100, add, Outcome.DONE);
    }
    Report report = new HistoryChecker(10_000, 16, Duration.ofSeconds(1)).check(plan.entries());
    assertEquals(Finding.Kind.UNDECIDED, report.findings().get(0).kind());
    says(report, "t/S:k");
  }

  private static Read batch() {
    return new Read(Source.BATCH_GET, List.of(K, K2), true, View.TABLE);
  }

  private static void accepted(Plan plan) {
    Report report = plan.check();
    assertTrue(report.accepted(), report::toString);
  }

  private static Report refused(Plan plan) {
    Report report = plan.check();
    assertFalse(report.accepted(), "accepted, but must be refused");
    return report;
  }

  private static void says(Report report, String words) {
    assertTrue(report.toString().contains(words), report::toString);
  }
}
