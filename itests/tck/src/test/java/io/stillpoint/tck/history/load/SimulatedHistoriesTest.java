package io.stillpoint.tck.history.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.tck.history.Entry;
import io.stillpoint.tck.history.History;
import io.stillpoint.tck.history.HistoryFile;
import io.stillpoint.tck.history.check.Dump;
import io.stillpoint.tck.history.check.HistoryChecker;
import io.stillpoint.tck.history.check.Report;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Random histories of a table that is linearizable by construction, without and with one fault. */
@Tag("DDB-5")
@Tag("DDB-11")
@Tag("DDB-12")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SimulatedHistoriesTest {
  private static final Duration MOST = Duration.ofSeconds(60);
  private static final int ROUNDS = 30 * Integer.getInteger("stillpoint.rounds", 1);

  private record Run(List<Entry> entries, Dump dump) {}

  @Test
  @Tag("histories")
  void legalHistoriesAreAcceptedAndFaultsAreNot() throws Exception {
    long seed = Long.getLong(LoadPlan.SEED, System.nanoTime());
    System.out.println("SimulatedHistoriesTest: -D" + LoadPlan.SEED + "=" + seed);
    HistoryChecker verdictOnly = new HistoryChecker(20_000_000, 16, Duration.ZERO);
    Set<Fault> planted = EnumSet.noneOf(Fault.class);
    for (int round = 0; round < ROUNDS; round++) {
      long roundSeed = seed + round;
      Run run = run(new LoadPlan(roundSeed, 6, 600, 0, 8, 3, 0.2), 15);
      Report legal = new HistoryChecker().check(run.entries, List.of(run.dump));
      assertTrue(legal.accepted(), () -> "seed " + roundSeed + ": " + legal);
      Random random = new Random(roundSeed);
      for (Fault fault : Fault.values()) {
        List<Entry> entries = new ArrayList<>(run.entries);
        Dump dump = fault.plant(entries, run.dump, random);
        if (dump == null) {
          continue;
        }
        planted.add(fault);
        Report broken = verdictOnly.check(entries, List.of(dump));
        assertFalse(broken.accepted(), () -> "seed " + roundSeed + ": " + fault + " not seen");
      }
    }
    assertEquals(EnumSet.allOf(Fault.class), planted, "faults that found a place in some round");
  }

  @Test
  void aHundredThousandOperationsTakeSeconds() throws Exception {
    LoadPlan plan = LoadPlan.underLoad(100_000);
    Run run = run(plan, 2);
    assertTrue(run.entries.size() >= 100_000, "operations " + run.entries.size());
    // Time of the processor, not of the clock: other builds may share the machine.
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long begun = threads.getCurrentThreadCpuTime();
    Report report = new HistoryChecker().check(run.entries, List.of(run.dump));
    Duration took = Duration.ofNanos(threads.getCurrentThreadCpuTime() - begun);
    System.out.println(report + " in " + took.toMillis() + " ms of one processor");
    assertTrue(report.accepted(), report::toString);
    assertEquals(List.of(), report.weaklyChecked());
    assertTrue(took.compareTo(Duration.ofSeconds(20)) < 0, () -> "took " + took);
  }

  @Test
  void aHistoryReadBackFromFilesIsTheSame(@TempDir Path folder) throws Exception {
    Run run = run(new LoadPlan(7, 4, 400, 0, 4, 3, 0.2), 20);
    List<Entry> first = run.entries.stream().filter(e -> e.number() % 2 == 0).toList();
    List<Entry> second =
        run.entries.stream()
            .filter(e -> e.number() % 2 == 1)
            .map(
                e ->
                    new Entry(
                        "other",
                        e.number(),
                        e.thread(),
                        e.operation(),
                        e.invoked(),
                        e.returned(),
                        e.outcome()))
            .toList();
    Path one = folder.resolve("one.jsonl");
    Path two = folder.resolve("two.jsonl");
    HistoryFile.write(one, "seed 7", first);
    HistoryFile.write(two, "seed 7", second);
    assertEquals(ordered(first), ordered(HistoryFile.read(one)));
    List<Entry> merged = HistoryFile.merge(List.of(one, two));
    assertEquals(run.entries.size(), merged.size());
    Report report = new HistoryChecker().check(merged, List.of(run.dump));
    assertTrue(report.accepted(), report::toString);
  }

  @Test
  void pausesAtAnOperationBoundary() throws Exception {
    History history = new History("p");
    try (MapClient client = new MapClient(1, 0);
        Workload load =
            Workload.start(
                new LoadPlan(1, 4, Long.MAX_VALUE, 20_000, 4, 3, 0.2), client, history, "p", "t")) {
      for (int i = 0; i < 20; i++) {
        load.pause(MOST);
        List<Entry> held = history.entries();
        assertTrue(
            held.stream().noneMatch(e -> e.outcome().toString().contains("had not ended")),
            "an operation is under way while the load is held");
        assertEquals(held.size(), history.entries().size());
        Report report = new HistoryChecker().check(held, List.of(client.dump(Shape.model("t"))));
        assertTrue(report.accepted(), report::toString);
        load.resume();
      }
      load.stop();
      load.await(MOST);
    }
  }

  private static List<Entry> ordered(List<Entry> entries) {
    return entries.stream().sorted(Comparator.comparingLong(Entry::number)).toList();
  }

  private static Run run(LoadPlan plan, int unlucky) throws Exception {
    History history = new History("p");
    try (MapClient client = new MapClient(plan.seed(), unlucky);
        Workload load = Workload.start(plan, client, history, "p", "t")) {
      load.await(MOST);
      return new Run(history.entries(), client.dump(Shape.model("t")));
    }
  }
}
