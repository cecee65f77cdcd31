package io.stillpoint.tck.mutant;

import java.util.List;

/** Broken batches, fences and ranges. */
final class BatchMutants {
  private static final String FILE = "SqliteFileContractTest$";
  private static final String SYNC = "SqliteSyncTest#aCommitIsSyncedBeforeItIsAcknowledged";
  private static final String COMMITS = FILE + "Commits#";
  private static final String RANGE = FILE + "Ranges#aPartitionsRangeIsWhatItsBoundsSay";
  private static final String PAGES = FILE + "Ranges#pagesOfASpaceTogetherAreTheSpace";
  private static final String CHECK = "check(connection, i, changes.get(i), old, failed);";

  private BatchMutants() {}

  static List<Mutant> all() {
    return List.of(
        Mutant.of(
                "lost savepoint",
                COMMITS + "aBatchThatFailsHalfwayHasWrittenNothing",
                "DDB-4/failed-halfway")
            .edit(
                "database/Writer.java",
                "boolean savepoint = !task.isSingleStatement();",
                "boolean savepoint = false;"),
        Mutant.of(
                "acknowledged before the commit",
                FILE + "Concurrent#whatWasAcknowledgedIsSeenByTheNextRead",
                "DDB-12/acknowledged-is-seen")
            .edit(
                "database/Writer.java",
                "    try {\n      connection.execute(\"COMMIT\");",
                "    group.forEach(WriteTask::done);\n"
                    + "    try {\n      connection.execute(\"COMMIT\");"),
        Mutant.of("acknowledged before the sync", SYNC, "LITE-6/synced-first")
            .edit(
                "database/Writer.java",
                "    try {\n      connection.execute(\"COMMIT\");",
                "    group.forEach(WriteTask::done);\n"
                    + "    try {\n      connection.execute(\"COMMIT\");"),
        Mutant.of("commits that do not sync", SYNC, "LITE-6/synced-first")
            .edit(
                "database/Connection.java", "PRAGMA synchronous=FULL", "PRAGMA synchronous=NORMAL"),
        Mutant.of(
                "stale revision accepted by a batch",
                FILE + "Catalogs#aBatchUnderAnOlderRevisionIsStaleAndWritesNothing",
                "DDB-5/fence")
            .edit(
                "storage/CommitBatch.java", "row.table().revision() == planned.revision() && ", ""),
        Mutant.of(
                "stale revision accepted by a read",
                FILE + "Reads#aStaleRevisionIsRefusedAndNamesTheCurrentOne",
                "DDB-5/read-fence")
            .edit(
                "storage/Reads.java",
                "if (row.table().revision() != table.revision()) {",
                "if (row.table().revision() < 0) {")
            .edit(
                "storage/Reads.java",
                "if (rows.getLong(1) != table.revision() || ",
                "if (rows.getLong(1) < 0 || "),
        Mutant.of(
                "a read's fence before its transaction alone",
                FILE + "Reads#aStaleRevisionIsRefusedAndNamesTheCurrentOne",
                "DDB-5/read-fence")
            .edit(
                "storage/Reads.java",
                "if (row.table().revision() != table.revision()) {",
                "if (row.table().revision() < 0) {")
            .survivesBecause(
                "the look at the catalog only spares the statement, which checks the fence itself"),
        Mutant.of(
                "stale revision accepted by alter",
                FILE + "Catalogs#alterRefusesAStaleRevisionAndChangesNothing",
                "COORD-1/alter")
            .edit(
                "storage/Tables.java",
                "if (table.revision() != expected) {",
                "if (table.revision() < expected) {"),
        Mutant.of(
                "alter does not raise the revision",
                FILE + "Catalogs#aBatchUnderAnOlderRevisionIsStaleAndWritesNothing",
                "DDB-5/fence")
            .edit(
                "storage/Tables.java",
                "table.revision() + 1,\n                    table.state(),",
                "table.revision(),\n                    table.state(),"),
        Mutant.of(
                "write id not checked",
                COMMITS + "aWriteIdHoldsOnlyForItsEntry",
                "DDB-4/expectation")
            .edit(
                "storage/CommitBatch.java",
                "return change.expectation().isMetBy(current);",
                "return change.expectation() != Expectation.absent() || current == null;"),
        Mutant.of(
                "absence not checked",
                COMMITS + "absentHoldsOnlyWhereThereIsNoEntry",
                "DDB-4/expectation")
            .edit(
                "storage/CommitBatch.java",
                "return change.expectation().isMetBy(current);",
                "return change.expectation() == Expectation.absent()"
                    + " || change.expectation().isMetBy(current);"),
        Mutant.of(
                "delete and recreate seen as unchanged",
                COMMITS + "deleteAndRecreateDoesNotLookUnchanged",
                "DDB-4/recreated")
            .edit(
                "storage/Rows.java",
                "put.setBytes(2, writeId.bytes().array());",
                "put.setBytes(2, java.nio.ByteBuffer.allocate(16).putLong("
                    + "value.hashCode()).putLong(1).array());"),
        Mutant.of(
                "a write id of the backend's own",
                COMMITS + "aPutCarriesTheIdOfItsAttempt",
                "DDB-4/write-id")
            .edit(
                "storage/Rows.java",
                "put.setBytes(2, writeId.bytes().array());",
                "put.setBytes(2, WriteId.fresh().bytes().array());"),
        Mutant.of(
                "index entry outside the batch",
                COMMITS + "aRefusedBatchLeavesNoIndexEntry",
                "DDB-5/in-the-batch")
            .edit(
                "storage/CommitBatch.java",
                CHECK,
                "if (changes.get(i).space() >= 16) {\n        write(connection, changes.get(i));\n"
                    + "      }\n      "
                    + CHECK),
        Mutant.of(
                "written before all is checked",
                COMMITS + "oneFailedExpectationRefusesAll",
                "DDB-4/all-or-nothing")
            .edit(
                "storage/CommitBatch.java",
                CHECK,
                CHECK
                    + "\n      if (!failed.containsKey(i)) {\n"
                    + "        write(connection, changes.get(i));\n      }"),
        Mutant.of(
                "only the first failed expectation",
                COMMITS + "oneFailedExpectationRefusesAll",
                "DDB-4/every-expectation")
            .edit(
                "storage/CommitBatch.java",
                "for (int i = 0; i < changes.size(); i++) {",
                "for (int i = 0; i < changes.size() && failed.isEmpty(); i++) {"),
        Mutant.of(
                "no limit of a batch",
                COMMITS + "aBatchOverTheLimitIsRefusedBeforeItIsLookedAt",
                "DDB-4/limit")
            .edit(
                "storage/SqliteStorage.java",
                "requireWithinLimits(batch.changes().size(), operation.bytes());",
                ""),
        Mutant.of(
                "a read of two instants",
                FILE + "Concurrent#aReadIsOfOneInstant",
                "DDB-11/one-instant")
            .edit("storage/Reads.java", "connection.execute(\"BEGIN\");", ""),
        Mutant.of(
                "a row's revision used again after a delete",
                FILE + "RevisionRows#aRevisionIsNeverUsedAgain",
                "COORD-1/never-again")
            .edit(
                "coordination/SqliteRevisions.java",
                "long next = appendToLedger(connection, collection, key, action);",
                "long next = expected + 1;"),
        Mutant.of(
                "two active operations of one scope",
                FILE + "IntentRows#aScopeHasOneActiveOperation",
                "COORD-3/one-active")
            .edit(
                "coordination/SqliteIntents.java",
                "if (holder != null) {",
                "if (holder != null && holder.key().isEmpty()) {")
            .edit("database/Migrations.java", "CREATE UNIQUE INDEX", "CREATE INDEX"),
        Mutant.of("a range without its first bound", RANGE, "DDB-3/range")
            .edit("storage/Ranges.java", "\" WHERE k >= ?\"", "\" WHERE k > ?\""),
        Mutant.of("a range with its second bound", RANGE, "DDB-3/range")
            .edit(
                "storage/Ranges.java",
                "where.append(\" AND k < ?\");",
                "where.append(\" AND k <= ?\");"),
        Mutant.of("backwards read forwards", RANGE, "DDB-3/range")
            .edit("storage/Ranges.java", "\" ORDER BY k DESC LIMIT ?\"", "\" ORDER BY k LIMIT ?\""),
        Mutant.of("a page that does not know of more", PAGES, "DDB-3/pages")
            .edit("storage/Ranges.java", "request.maxEntries() + 1L", "request.maxEntries()"),
        Mutant.of("a page of one entry more", PAGES, "DDB-3/page-entries")
            .edit(
                "storage/Ranges.java",
                "if (entries.size() == request.maxEntries() || bytes",
                "if (entries.size() == request.maxEntries() + 1 || bytes")
            .edit("storage/Ranges.java", "request.maxEntries() + 1L", "request.maxEntries() + 2L"),
        Mutant.of(
                "a page ends before the entry that reaches its bytes",
                FILE + "Ranges#aPageEndsAfterTheEntryThatReachesItsBytes",
                "DDB-3/page-bytes")
            .edit(
                "storage/Ranges.java",
                "|| bytes >= request.maxBytes()",
                "|| bytes + rows.getBytes(1).length >= request.maxBytes()"));
  }
}
