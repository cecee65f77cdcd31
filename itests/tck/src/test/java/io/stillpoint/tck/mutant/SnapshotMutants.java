package io.stillpoint.tck.mutant;

import java.util.List;

/**
 * Broken snapshots: the source's own mutants that apply to SQLite (reference: the testing part of
 * the snapshot engine's description), and ours.
 */
final class SnapshotMutants {
  private static final String FILE = "SqliteFileSnapshotTest$";
  private static final String INSTANT = FILE + "OneInstant#itemsAreOfTheInstantOfTheOpen";
  private static final String ALTERED = FILE + "PausedOpens#afterTheDefinitionWasRead";
  private static final String FETCH =
      "page = instant.fetch(table, connection -> pages.read(connection, last, bounds));";
  private static final String READ = "return reader.run(what, query);";
  private static final String OWN_TRANSACTION =
      "return reader.run(what, c -> { c.rollback(); c.execute(\"BEGIN\"); return query.run(c); });";

  private SnapshotMutants() {}

  static List<Mutant> all() {
    return List.of(
        Mutant.of("a transaction of its own for each page", INSTANT, "CONF-1/version")
            .edit("snapshot/FileInstant.java", READ, OWN_TRANSACTION),
        Mutant.of(
                "the same, met by a deletion", FILE + "Endings#theTableIsDeleted", "CONF-6/delete")
            .edit("snapshot/FileInstant.java", READ, OWN_TRANSACTION),
        Mutant.of("OFFSET pages, each of its own instant", INSTANT, "CONF-1/version")
            .edit("snapshot/FileInstant.java", READ, OWN_TRANSACTION)
            .edit(
                "snapshot/Pages.java",
                "order.bind(select, 1, relation, after);",
                "order.bind(select, 1, relation, null);")
            .edit(
                "snapshot/Pages.java",
                "connection.prepare(sql(after != null));",
                "connection.prepare(sql(false) + \" OFFSET \" + offset(after));")
            .edit(
                "snapshot/Pages.java",
                "  private String sql(boolean begun) {",
                """
                  private static int pages;
                  private static int offset(Order.Place after) {
                    pages = after == null ? 0 : pages + 1;
                    return pages * 50;
                  }
                  private String sql(boolean begun) {
                """),
        Mutant.of("one page that is the whole table", INSTANT, "CONF-1/paged")
            .edit(
                "snapshot/PageCursor.java",
                FETCH,
                FETCH.replace("bounds", "new PageBounds(1 << 30, Long.MAX_VALUE)")),
        Mutant.of("every page is read by the first fetch", INSTANT, "CONF-1/read-after-writes")
            .edit(
                "snapshot/PageCursor.java",
                FETCH,
                FETCH
                    + "\n    while (page.more()) {\n      Pages.Page some = page;\n"
                    + "      page = instant.fetch(table, c -> pages.read(c, some.last(), bounds));\n"
                    + "      some.entries().addAll(page.entries());\n"
                    + "      page = new Pages.Page(some.entries(), page.last(), page.more());\n"
                    + "    }"),
        Mutant.of("the first page is fetched twice", INSTANT, "CONF-1/no-duplicate")
            .edit(
                "snapshot/PageCursor.java",
                FETCH,
                FETCH
                    + "\n    if (last == null) {\n      page.entries().addAll("
                    + "instant.fetch(table, c -> pages.read(c, null, bounds)).entries());\n    }"),
        Mutant.of("k >= in the keyset", FILE + "KeyShapes#hashOfStrings", "CONF-3/each-once")
            .edit(
                "snapshot/Order.java",
                "return begun ? \"k > ?\" : \"k >= ?\";",
                "return \"k >= ?\";"),
        Mutant.of(
                "the same, met by binary ranges",
                FILE + "KeyShapes#rangeOfBytes",
                "CONF-3/each-once")
            .edit(
                "snapshot/Order.java",
                "return begun ? \"k > ?\" : \"k >= ?\";",
                "return \"k >= ?\";"),
        Mutant.of("rowid >= in the keyset", FILE + "KeyShapes#rangeOfBytes", "CONF-3/any-order")
            .edit("snapshot/Order.java", "return \"rowid > ?\";", "return \"rowid >= ?\";"),
        Mutant.of("a page ends one entry early", FILE + "KeyShapes#hashOfBytes", "CONF-3/all-items")
            .edit(
                "snapshot/Pages.java",
                "return new Page(entries, last, true);",
                "return new Page(entries, new Order.Place(Bytes.wrap(Rows.bytes(rows, 2)),"
                    + " rows.getLong(1)), true);"),
        Mutant.of("a stream without an end", INSTANT, "CONF-4/drain-deadline")
            .edit(
                "snapshot/PageCursor.java",
                "if (!page.more()) {",
                "if (!page.more()) {\n      page = new Pages.Page(page.entries(), null, true);\n"
                    + "    }\n    if (!page.more()) {"),
        Mutant.of(
                "rows as they lie, called ordered",
                FILE + "KeyShapes#rangeOfNumbers",
                "SNAP-5/order")
            .edit(
                "snapshot/SqliteSnapshot.java",
                "items(keyOrdered() ? Order.KEY : Order.ROWID)",
                "items(Order.ROWID)"),
        Mutant.of("the same, in the midst of writes", INSTANT, "SNAP-5/strict")
            .edit(
                "snapshot/SqliteSnapshot.java",
                "items(keyOrdered() ? Order.KEY : Order.ROWID)",
                "items(Order.ROWID)"),
        Mutant.of(
                "ordered rows, called unordered",
                FILE + "KeyShapes#rangeOfStrings",
                "SNAP-5/declared")
            .edit(
                "snapshot/SqliteSnapshots.java",
                "keyOrdered ? described : described.unordered()",
                "described.unordered()"),
        Mutant.of("definition in a transaction of its own", ALTERED, "CONF-2/second-write")
            .edit(
                "snapshot/FileInstant.java",
                "return TableRow.find(connection, account, name);",
                """
                TableRow row = TableRow.find(connection, account, name);
                connection.rollback();
                connection.execute("BEGIN");
                return row;
                """),
        Mutant.of(
                "items in a later transaction than the definition",
                FILE + "PausedOpens#beforeTheItemsAreRead",
                "CONF-2/second-write")
            .edit(
                "snapshot/FileInstant.java",
                "// The transaction sees them already.",
                "reader.run(\"x\", c -> { c.rollback(); c.execute(\"BEGIN\"); return null; });"),
        Mutant.of(
                "definition read anew after the items' instant",
                ALTERED,
                "CONF-2/index-without-write")
            .edit(
                "snapshot/SqliteSnapshots.java",
                "keyOrdered ? described : described.unordered()",
                "describe(current.get().read(c -> TableRow.find(c, account, name),"
                    + " io.stillpoint.api.storage.Deadline.after(java.time.Duration.ofSeconds(9))))"),
        Mutant.of("a pause before the instant", ALTERED, "CONF-2/second-write")
            .edit(
                "hooks/SqliteHooks.java",
                "TableRow row = instant.find(account, name);",
                "hooks.reached(PausePoint.AFTER_DEFINITION);\n"
                    + "      TableRow row = instant.find(account, name);"),
        Mutant.of("an open that holds writers up", ALTERED, "CONF-2/resumed-by")
            .edit(
                "snapshot/StandardInstants.java",
                "return run(new FileInstant(reader), reader, open);",
                "return database.change(c -> run(new FileInstant(reader), reader, open),"
                    + " Deadline.after(COPY_BOUND));"),
        Mutant.of(
                "a description with settings left blank",
                FILE + "Descriptions#itIsWhatTheCatalogHas",
                "CONF-3/description")
            .edit(
                "snapshot/SqliteSnapshots.java",
                "return TableDescription.of(row.table().document(), row.table().spaces());",
                "return new TableDescription(TableDescription.of(row.table().document(),"
                    + " row.table().spaces()).definition().withSettings(\"PAY_PER_REQUEST\","
                    + " io.stillpoint.api.table.Throughput.NONE, \"STANDARD\", false), true);"),
        Mutant.of(
                "an index that is being deleted is described",
                FILE + "Descriptions#indexesAreInWhateverStateTheyAreAndDeletedOnesAreLeftOut",
                "SNAP-4/index-states")
            .edit(
                "snapshot/SqliteSnapshots.java",
                "return TableDescription.of(row.table().document(), row.table().spaces());",
                "return new TableDescription("
                    + "io.stillpoint.api.table.TableDocument.decode(row.table().document()), true);"),
        Mutant.of(
                "an index that is being built is left out",
                FILE + "Descriptions#indexesAreInWhateverStateTheyAreAndDeletedOnesAreLeftOut",
                "SNAP-4/index-states")
            .edit(
                "snapshot/SqliteSnapshots.java",
                "return TableDescription.of(row.table().document(), row.table().spaces());",
                "var all = TableDescription.of(row.table().document(), row.table().spaces())"
                    + ".definition();\n      return new TableDescription(all.withIndexes("
                    + "all.indexes().stream().filter(i -> !i.backfilling()).toList(),"
                    + " all.nextSpace()), true);"));
  }
}
