package io.stillpoint.sqlite.storage;

import static io.stillpoint.sqlite.Started.in;
import static io.stillpoint.sqlite.Started.key;
import static io.stillpoint.sqlite.Started.value;

import io.stillpoint.api.bytes.Bytes;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import io.stillpoint.sqlite.Settings;
import io.stillpoint.sqlite.Started;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * Commits and reads of 32 callers through the storage, against a bare loop that commits groups of
 * 32 with the same durability. Run its main with the test class path; argument: seconds for each
 * run.
 */
final class CommitBench {
  private static final int CALLERS = 32;
  private static final int SIZE = 450;

  private CommitBench() {}

  public static void main(String[] arguments) throws Exception {
    double seconds = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 3;
    for (int round = 0; round < 4; round++) {
      double bare = bare(seconds);
      double[] ours = ours(seconds);
      System.out.printf(
          Locale.ROOT,
          "bare group commit %8.0f/s  commits %8.0f/s (%.2f)  reads %8.0f/s%n",
          bare,
          ours[0],
          ours[0] / bare,
          ours[1]);
    }
  }

  private static double bare(double seconds) throws Exception {
    Path folder = Files.createTempDirectory("bare");
    String file = folder.resolve("t.db").toString();
    try (JDBC4Connection connection =
            new JDBC4Connection("jdbc:sqlite:" + file, file, new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size=8192");
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("CREATE TABLE t (k BLOB NOT NULL UNIQUE, v BLOB NOT NULL)");
      try (PreparedStatement put =
              connection.prepareStatement(
                  "INSERT INTO t VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v");
          PreparedStatement begin = connection.prepareStatement("BEGIN IMMEDIATE");
          PreparedStatement commit = connection.prepareStatement("COMMIT")) {
        long began = System.nanoTime();
        long count = 0;
        while (System.nanoTime() - began < seconds * 1e9) {
          begin.execute();
          for (int i = 0; i < CALLERS; i++) {
            EntryKey key = key("k" + count++ * 7919 % 100_000);
            put.setBytes(1, key.joined().array());
            put.setBytes(2, value(key, SIZE).array());
            put.executeUpdate();
          }
          commit.execute();
        }
        return count * 1e9 / (System.nanoTime() - began);
      }
    } finally {
      delete(folder);
    }
  }

  private static double[] ours(double seconds) throws Exception {
    Path folder = Files.createTempDirectory("ours");
    try (Started started = Started.serving(Settings.file("t", folder.resolve("t.db")))) {
      StoredTable table = started.table("a");
      double commits =
          rate(
              seconds,
              (caller, i) -> {
                EntryKey key = key("k" + (i * CALLERS + caller) * 7919 % 100_000);
                Bytes value = value(key, SIZE);
                CommitOutcome outcome =
                    started
                        .storage()
                        .commit(
                            new Batch(
                                WriteId.fresh(),
                                List.of(table.at()),
                                List.of(Change.put(table.id(), 0, key, Expectation.any(), value))),
                            in(20));
                if (!(outcome instanceof CommitOutcome.Applied)) {
                  throw new IllegalStateException(outcome.toString());
                }
              });
      double reads =
          rate(
              seconds,
              (caller, i) ->
                  started.read(table, key("k" + (i * CALLERS + caller) * 7919 % 100_000)));
      return new double[] {commits, reads};
    } finally {
      delete(folder);
    }
  }

  private interface Call {
    void run(int caller, long i);
  }

  private static double rate(double seconds, Call call) throws InterruptedException {
    LongAdder count = new LongAdder();
    CountDownLatch ended = new CountDownLatch(CALLERS);
    long began = System.nanoTime();
    for (int c = 0; c < CALLERS; c++) {
      int caller = c;
      new Thread(
              () -> {
                for (long i = 0; System.nanoTime() - began < seconds * 1e9; i++) {
                  call.run(caller, i);
                  count.increment();
                }
                ended.countDown();
              })
          .start();
    }
    ended.await();
    return count.sum() * 1e9 / (System.nanoTime() - began);
  }

  private static void delete(Path folder) throws java.io.IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
