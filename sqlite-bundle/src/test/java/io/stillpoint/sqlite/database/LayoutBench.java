package io.stillpoint.sqlite.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Compares the two ways to lay a space out: a rowid table with a unique index on the key, and
 * WITHOUT ROWID. Prints the figures of docs/decisions/sqlite-layout.md. Run its main with the test
 * class path; arguments: entries of 450 bytes, rounds.
 */
final class LayoutBench {
  private static final int GROUP = 64;

  private enum Layout {
    ROWID("(k BLOB NOT NULL UNIQUE, w BLOB NOT NULL, h BLOB NOT NULL, v BLOB NOT NULL)"),
    WITHOUT_ROWID(
        "(k BLOB PRIMARY KEY, w BLOB NOT NULL, h BLOB NOT NULL, v BLOB NOT NULL) WITHOUT ROWID");

    private final String columns;

    Layout(String columns) {
      this.columns = columns;
    }
  }

  private enum Phase {
    WRITE,
    OVERWRITE,
    READ,
    SCAN,
    HEADERS
  }

  private LayoutBench() {}

  public static void main(String[] arguments) throws Exception {
    int entries = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
    int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
    run(450, entries / 10);
    for (int size : new int[] {450, 4096, 40_000}) {
      int count = (int) (entries * 450L / Math.max(450, size / 4));
      List<List<Map<Phase, Double>>> ratios = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        ratios.add(run(size, count));
      }
      for (Phase phase : Phase.values()) {
        double[] rowid = column(ratios, 0, phase);
        double[] without = column(ratios, 1, phase);
        System.out.printf(
            Locale.ROOT,
            "%6d bytes x %6d  %-9s  rowid %8.0f/s  without rowid %8.0f/s  ratio %.2f (%.2f to %.2f)%n",
            size,
            count,
            phase,
            median(rowid),
            median(without),
            median(quotients(rowid, without)),
            Arrays.stream(quotients(rowid, without)).min().orElse(0),
            Arrays.stream(quotients(rowid, without)).max().orElse(0));
      }
    }
  }

  private static double[] column(List<List<Map<Phase, Double>>> rounds, int layout, Phase phase) {
    return rounds.stream().mapToDouble(r -> r.get(layout).get(phase)).toArray();
  }

  private static double[] quotients(double[] a, double[] b) {
    double[] quotients = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      quotients[i] = a[i] / b[i];
    }
    return quotients;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static List<Map<Phase, Double>> run(int size, int count) throws Exception {
    List<Map<Phase, Double>> rates = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      rates.add(run(layout, size, count));
    }
    return rates;
  }

  /** Entries a second for each phase. */
  private static Map<Phase, Double> run(Layout layout, int size, int count) throws Exception {
    Path folder = Files.createTempDirectory("layout");
    try {
      Path file = folder.resolve("t.db");
      Connection writer = Connection.writer(file);
      writer.enterWal();
      writer.executeOnce("CREATE TABLE t " + layout.columns);
      Map<Phase, Double> rates = new EnumMap<>(Phase.class);
      rates.put(Phase.WRITE, write(writer, size, count, new Random(1), count));
      rates.put(Phase.OVERWRITE, write(writer, size, count, new Random(2), count / 2));
      Checkpointer.passive(writer);
      Connection reader = Connection.reader(file);
      rates.put(Phase.READ, read(reader, count));
      rates.put(Phase.SCAN, scan(reader, "SELECT k, w, v FROM t ORDER BY k", count));
      rates.put(Phase.HEADERS, scan(reader, "SELECT k, w, h FROM t ORDER BY k", count));
      reader.close();
      writer.close();
      return rates;
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static byte[] key(long number) {
    // Scattered, as hash keys are.
    return String.format(Locale.ROOT, "user#%016x%08d", number * 0x9E3779B97F4A7C15L, number)
        .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static double write(Connection writer, int size, int count, Random random, int writes)
      throws SQLException {
    byte[] value = new byte[size];
    random.nextBytes(value);
    byte[] writeId = new byte[16];
    byte[] header = new byte[9];
    PreparedStatement put =
        writer.prepare(
            "INSERT INTO t (k, w, h, v) VALUES (?, ?, ?, ?)"
                + " ON CONFLICT (k) DO UPDATE SET w = excluded.w, h = excluded.h, v = excluded.v");
    long began = System.nanoTime();
    for (int i = 0; i < writes; i++) {
      if (i % GROUP == 0) {
        writer.execute("BEGIN IMMEDIATE");
      }
      put.setBytes(1, key(writes == count ? i : random.nextInt(count)));
      put.setBytes(2, writeId);
      put.setBytes(3, header);
      put.setBytes(4, value);
      put.executeUpdate();
      if (i % GROUP == GROUP - 1 || i == writes - 1) {
        writer.execute("COMMIT");
        if (i % (300 * GROUP) == 300 * GROUP - 1) {
          Checkpointer.passive(writer);
        }
      }
    }
    return writes * 1e9 / (System.nanoTime() - began);
  }

  private static double read(Connection reader, int count) throws SQLException {
    Random random = new Random(3);
    PreparedStatement get = reader.prepare("SELECT w, v FROM t WHERE k = ?");
    int reads = Math.min(count, 50_000);
    long began = System.nanoTime();
    for (int i = 0; i < reads; i++) {
      get.setBytes(1, key(random.nextInt(count)));
      try (ResultSet rows = get.executeQuery()) {
        if (!rows.next() || rows.getBytes(1).length + rows.getBytes(2).length == 0) {
          throw new IllegalStateException("an entry is missing");
        }
      }
    }
    return reads * 1e9 / (System.nanoTime() - began);
  }

  private static double scan(Connection reader, String sql, int count) throws SQLException {
    long began = System.nanoTime();
    int found = 0;
    try (ResultSet rows = reader.prepare(sql).executeQuery()) {
      while (rows.next()) {
        found +=
            rows.getBytes(1).length + rows.getBytes(2).length + rows.getBytes(3).length > 0 ? 1 : 0;
      }
    }
    if (found != count) {
      throw new IllegalStateException(found + " of " + count + " entries");
    }
    return count * 1e9 / (System.nanoTime() - began);
  }
}
