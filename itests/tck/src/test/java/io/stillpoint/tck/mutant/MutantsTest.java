package io.stillpoint.tck.mutant;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every broken SQLite of the list fails on the assertion that it targets, and on no other; what is
 * listed as equivalent survives. Prints the table (docs/testing.md).
 */
@Tag("CONF-5")
class MutantsTest {
  private static final List<String> TABLE = new ArrayList<>();

  @TempDir private static Path folder;

  /** A stream that never ends, and a writer that waits, are to be noticed within the budget. */
  @BeforeAll
  static void lessPatience() {
    System.setProperty("stillpoint.tck.drainSeconds", "10");
    System.setProperty("stillpoint.tck.writerSeconds", "10");
  }

  @AfterAll
  static void printTable() {
    System.clearProperty("stillpoint.tck.drainSeconds");
    System.clearProperty("stillpoint.tck.writerSeconds");
    System.out.println(
        "Mutants of SQLite: what is broken | the assertion that it targets | caught by");
    TABLE.forEach(System.out::println);
  }

  @TestFactory
  Stream<DynamicTest> mutants() {
    return Stream.of(SnapshotMutants.all(), EndMutants.all(), BatchMutants.all())
        .flatMap(List::stream)
        .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> judge(mutant)));
  }

  private static void judge(Mutant mutant) throws Exception {
    Path own = folder.resolve(Integer.toString(TABLE.size()));
    String caught = "nothing: it was not run";
    try {
      MutantCompiler.compile(mutant, own);
      MutantRun.Verdict verdict = MutantRun.run(mutant, own.resolve("classes"));
      caught = verdict.isCaughtBy(mutant.id()) ? mutant.id() : verdict.caughtBy();
      if (verdict.notRun()) {
        return;
      }
      if (mutant.equivalent() != null && verdict.ran() && verdict.failure() == null) {
        caught = "nothing, as listed: " + mutant.equivalent();
      } else if (mutant.equivalent() != null || !verdict.isCaughtBy(mutant.id())) {
        throw new AssertionError(
            "mutant '"
                + mutant.name()
                + "' targets "
                + mutant.id()
                + " of "
                + mutant.target()
                + (mutant.equivalent() == null ? "" : ", is listed as equivalent,")
                + " and was caught by "
                + caught,
            verdict.failure());
      }
    } finally {
      TABLE.add(mutant.name() + " | " + mutant.id() + " | " + caught);
    }
  }
}
