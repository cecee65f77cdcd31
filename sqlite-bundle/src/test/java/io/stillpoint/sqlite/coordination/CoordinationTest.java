package io.stillpoint.sqlite.coordination;

import static io.stillpoint.sqlite.Started.in;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.coordination.Intents;
import io.stillpoint.api.coordination.Intents.Begun;
import io.stillpoint.api.coordination.RevisionedRow;
import io.stillpoint.api.coordination.Revisions;
import io.stillpoint.api.error.StaleRevisionException;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.jdbc4.JDBC4Connection;

class CoordinationTest {
  private static final int WRITERS = 8;
  private static final int ROUNDS = 20;

  @TempDir Path folder;
  private Started started;
  private Revisions revisions;
  private Intents intents;

  @BeforeEach
  void start() {
    started = Started.serving(Settings.file("t", folder.resolve("t.db")));
    revisions = started.instance.coordination().revisions();
    intents = started.instance.coordination().intents();
  }

  @AfterEach
  void close() {
    started.close();
  }

  /**
   * One file has one server, so the race is of its threads; other processes are refused the file.
   */
  @Test
  @Tag("COORD-1")
  void of_eight_writers_one_wins_each_round_and_the_ledger_has_each_win_once() throws Exception {
    revisions.create("c", "k", Bytes.utf8("0"), in(10));
    Set<Long> recorded = new HashSet<>();
    CyclicBarrier barrier = new CyclicBarrier(WRITERS);
    for (int round = 0; round < ROUNDS; round++) {
      RevisionedRow read = revisions.get("c", "k", in(10)).orElseThrow();
      List<Callable<Long>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Bytes value = Bytes.utf8(round + "/" + i);
        writers.add(
            () -> {
              barrier.await(20, TimeUnit.SECONDS);
              try {
                return revisions.update("c", "k", read.revision(), value, in(20)).revision();
              } catch (StaleRevisionException e) {
                return 0L;
              }
            });
      }
      int wins = 0;
      for (long revision : run(writers)) {
        if (revision != 0) {
          wins++;
          assertTrue(recorded.add(revision), "revision " + revision + " was recorded twice");
        }
      }
      assertEquals(1, wins);
    }
    assertEquals(ROUNDS, recorded.size());
    started.close();
    try (var reader = outsideReader();
        var rows =
            reader
                .createStatement()
                .executeQuery("SELECT count(*), count(DISTINCT revision) FROM revision_ledger")) {
      assertTrue(rows.next());
      assertEquals(ROUNDS + 1, rows.getInt(1));
      assertEquals(ROUNDS + 1, rows.getInt(2));
    }
  }

  private java.sql.Connection outsideReader() throws Exception {
    String file = folder.resolve("t.db").toString();
    return new JDBC4Connection("jdbc:sqlite:" + file, file, new java.util.Properties());
  }

  private static <T> List<T> run(List<Callable<T>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> future : threads.invokeAll(tasks, 30, TimeUnit.SECONDS)) {
        results.add(future.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  @Tag("COORD-1")
  void a_revision_is_never_used_again_also_not_after_a_delete_and_a_restart() {
    RevisionedRow first = revisions.create("c", "k", Bytes.utf8("1"), in(10));
    assertThrows(
        StaleRevisionException.class, () -> revisions.create("c", "k", Bytes.utf8("1"), in(10)));
    revisions.delete("c", "k", first.revision(), in(10));
    assertEquals(
        0,
        assertThrows(
                StaleRevisionException.class,
                () -> revisions.update("c", "k", first.revision(), Bytes.EMPTY, in(10)))
            .currentRevision());
    started.close();
    start();
    RevisionedRow second = revisions.create("c", "k", Bytes.EMPTY, in(10));
    assertTrue(second.revision() > first.revision() + 1);
    assertEquals(second, revisions.get("c", "k", in(10)).orElseThrow());
  }

  @Test
  void rows_are_listed_by_utf8_bytes_after_a_key() {
    // U+FF61 comes before U+1F600 as UTF-8, after it as UTF-16.
    List<String> keys = List.of("a", "b", "\uFF61", "\uD83D\uDE00");
    for (int i = keys.size() - 1; i >= 0; i--) {
      revisions.create("c", keys.get(i), Bytes.EMPTY, in(10));
      revisions.create("d", keys.get(i), Bytes.EMPTY, in(10));
    }
    assertEquals(
        keys, revisions.list("c", "", 10, in(10)).stream().map(RevisionedRow::key).toList());
    assertEquals(
        keys.subList(1, 3),
        revisions.list("c", "a", 2, in(10)).stream().map(RevisionedRow::key).toList());
  }

  @Test
  @Tag("COORD-3")
  void a_scope_has_one_active_operation_and_a_key_names_one_for_ever() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(WRITERS);
    List<Callable<Begun>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      String key = "key" + i;
      writers.add(
          () -> {
            barrier.await(20, TimeUnit.SECONDS);
            return intents.begin(key, "scope", "kind", Bytes.utf8(key), in(20));
          });
    }
    List<Begun> begun = run(writers);
    List<Begun.Created> created =
        begun.stream()
            .filter(Begun.Created.class::isInstance)
            .map(Begun.Created.class::cast)
            .toList();
    assertEquals(1, created.size());
    assertEquals(WRITERS - 1, begun.stream().filter(Begun.Busy.class::isInstance).count());
    String winner = created.get(0).intent().key();
    assertEquals(List.of(created.get(0).intent()), intents.active(in(10)));
    assertInstanceOf(
        Begun.Created.class, intents.begin("other", "other scope", "k", Bytes.EMPTY, in(10)));

    assertTrue(intents.complete(winner, Bytes.utf8("done"), in(10)));
    assertFalse(intents.complete(winner, Bytes.utf8("again"), in(10)));
    Begun.Existing existing =
        assertInstanceOf(
            Begun.Existing.class, intents.begin(winner, "scope", "kind", Bytes.EMPTY, in(10)));
    assertFalse(existing.intent().active());
    assertEquals(Bytes.utf8("done"), existing.intent().result());
    assertInstanceOf(
        Begun.Created.class, intents.begin("next", "scope", "kind", Bytes.EMPTY, in(10)));
  }

  /** The database itself refuses a second one, whatever the code that looks before does. */
  @Test
  @Tag("COORD-3")
  void the_index_refuses_a_second_active_operation() throws Exception {
    intents.begin("a", "scope", "kind", Bytes.EMPTY, in(10));
    started.close();
    try (var writer = outsideReader();
        var statement = writer.createStatement()) {
      String second =
          "INSERT INTO intents (key, scope, kind, payload, active, result)"
              + " VALUES ('b', 'scope', 'kind', x'', 1, x'')";
      assertThrows(java.sql.SQLException.class, () -> statement.execute(second));
      statement.execute("DROP INDEX one_active_intent");
      statement.execute(second);
    }
  }
}
