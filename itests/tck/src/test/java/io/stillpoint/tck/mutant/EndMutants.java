package io.stillpoint.tck.mutant;

import java.util.List;

/** Snapshots that end wrongly, or leave something behind: permits, errors, limits. */
final class EndMutants {
  private static final String FILE = "SqliteFileSnapshotTest$";
  private static final String FAILED =
      FILE + "Releases#aFailedFetchEndsTheStreamOnceAndReleasesAll";
  private static final String LIMIT = FILE + "Refusals#overTheLimitAnOpenIsRefusedAtOnce";
  private static final String ERROR_ENDS =
      "      requireOpen(e);\n      end(\"it failed: \" + e.getMessage());\n";

  private EndMutants() {}

  static List<Mutant> all() {
    return List.of(
        Mutant.of(
                "permit kept by a drained stream",
                FILE + "Releases#aDrainedStreamHasReleasedAllWithItsLastItem",
                "SNAP-2/drained")
            .edit(
                "snapshot/PageCursor.java",
                "instant.reader().end(\"the snapshot of \" + table + \" was read to its end\");",
                ""),
        Mutant.of(
                "permit kept by a drained copy in memory",
                "SqliteMemorySnapshotTest$Releases#aDrainedStreamHasReleasedAllWithItsLastItem",
                "SNAP-2/drained")
            .edit(
                "snapshot/PageCursor.java",
                "instant.reader().end(\"the snapshot of \" + table + \" was read to its end\");",
                ""),
        Mutant.of("permit kept by a failed stream", FAILED, "SNAP-2/failed")
            .edit("database/LongReader.java", ERROR_ENDS, "      requireOpen(e);\n"),
        Mutant.of(
                "permit kept by a snapshot that was closed unread",
                FILE + "Releases#aSnapshotThatIsNeverReadIsReleasedByClose",
                "SNAP-2/never-read")
            .edit(
                "snapshot/SqliteSnapshot.java",
                "instant.reader().end(\"the snapshot of \" + name() + \" was closed\");",
                ""),
        Mutant.of(
                "permit kept by a stream that was abandoned and closed",
                FILE + "Releases#anAbandonedStreamIsReleasedByClose",
                "SNAP-2/abandoned")
            .edit(
                "snapshot/PageCursor.java",
                "instant.reader().end(\"the snapshot of \" + table + \" was closed\");",
                ""),
        Mutant.of(
                "permit kept by an open that was refused",
                FILE + "Refusals#aMissingTable",
                "SNAP-8/refused-open-keeps-nothing")
            .edit("snapshot/StandardInstants.java", "reader.end(\"it was not opened\");", "")
            .edit("snapshot/SqliteSnapshots.java", "slot.run();", ""),
        Mutant.of(
                "permit given back by the instant alone when an open is refused",
                FILE + "Refusals#aMissingTable",
                "SNAP-8/refused-open-keeps-nothing")
            .edit("snapshot/SqliteSnapshots.java", "slot.run();", "")
            .survivesBecause(
                "the instant's reader gives the slot back too: either alone is enough"),
        Mutant.of(
                "the copy in memory gives its slot back at once",
                "SqliteMemorySnapshotTest$Refusals#overTheLimitAnOpenIsRefusedAtOnce",
                "SNAP-8/free")
            .edit(
                "snapshot/SqliteSnapshots.java",
                "opened = true;",
                "opened = !database.inMemory();"),
        Mutant.of(
                "the end of another space's cursor ends the snapshot",
                FILE + "Releases#aFurtherCursorKeepsTheSnapshotOpenAndItsCloseToo",
                "SNAP-2/entries-hold")
            .edit(
                "snapshot/SqliteSnapshot.java",
                "return open(new Pages(relation, keyOrdered ? Order.KEY : Order.ROWID), false);",
                "return new PageCursor(instant, new Pages(relation, Order.KEY), bounds, name(), true);"),
        Mutant.of("one snapshot more than there are permits", LIMIT, "SNAP-6/limit")
            .edit("database/Slots.java", "if (free() == 0) {", "if (free() < 0) {"),
        Mutant.of("an open over the limit waits", LIMIT, "SNAP-6/limit-at-once")
            .edit(
                "database/Slots.java",
                "if (free() == 0) {",
                "if (free() == 0) {\n"
                    + "      java.util.concurrent.locks.LockSupport.parkNanos(1_500_000_000L);"),
        Mutant.of("an open that takes no permit", LIMIT, "SNAP-8/free")
            .edit("database/Slots.java", "held.merge(kind, 1, Integer::sum);", ""),
        Mutant.of(
                "a table that is CREATING can be read",
                FILE + "Refusals#aTableThatIsBeingCreated",
                "SNAP-6/in-use")
            .edit("snapshot/SqliteSnapshots.java", "described.requireReadable();", ""),
        Mutant.of(
                "another error for a missing table",
                FILE + "Refusals#aMissingTable",
                "SNAP-6/missing")
            .edit("snapshot/SqliteSnapshots.java", "if (row == null) {", "if (row.number() < 0) {"),
        Mutant.of("the error is thrown twice", FAILED, "SNAP-3/thrown-once")
            .edit("snapshot/PageCursor.java", "told = true;", ""),
        Mutant.of("the stream goes on after its error", FAILED, "SNAP-3/nothing-after-error")
            .edit("database/LongReader.java", ERROR_ENDS, "      requireOpen(e);\n")
            .edit("snapshot/PageCursor.java", "told = true;\n      page = null;\n", ""),
        Mutant.of("an error looks like the end", FAILED, "SNAP-3/error-shown")
            .edit("snapshot/PageCursor.java", "      throw e;\n", "      return null;\n"),
        Mutant.of("a stop looks like the end", FILE + "Endings#theInstanceStops", "CONF-6/stop")
            .edit("snapshot/PageCursor.java", "      throw e;\n", "      return null;\n"),
        Mutant.of(
                "an abort leaves snapshots open",
                FILE + "Endings#theInstanceIsAborted",
                "CONF-6/abort")
            .edit(
                "database/Database.java",
                "longReaders.forEach(reader -> reader.abort(about(reason)));",
                ""));
  }
}
