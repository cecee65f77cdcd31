package io.stillpoint.bench.commit;

import io.stillpoint.bench.measure.Pairs;
import io.stillpoint.bench.server.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;
import java.util.Random;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * The least that a durable put on SQLite costs: one thread, one connection, a transaction for every
 * 32 rows as if 32 callers had come together, synced by the same PRAGMA. No callers wait and no
 * protocol is spoken, so a server with 32 connections can come near it and not pass it.
 */
public final class GroupCommitLoop implements Pairs.Contender, AutoCloseable {
  private static final int CALLERS = 32;
  private static final int KEY_BYTES = 12;
  private static final int ITEM_BYTES = 450;

  private final Path folder;
  private final JDBC4Connection connection;
  private final PreparedStatement put;
  private final Random random = new Random(20261201);
  private final byte[] item = new byte[ITEM_BYTES];
  private final int keys;
  private final Duration warmUp;
  private final Duration run;

  /**
   * @param parent where its folder is made
   * @param keys rows are put at random keys of so many
   */
  public GroupCommitLoop(Path parent, int keys, Duration warmUp, Duration run)
      throws IOException, SQLException {
    folder = Files.createTempDirectory(parent, "loop-");
    this.keys = keys;
    this.warmUp = warmUp;
    this.run = run;
    random.nextBytes(item);
    String file = folder.resolve("loop.db").toString();
    connection = new JDBC4Connection("jdbc:sqlite:" + file, file, new Properties());
    execute("PRAGMA page_size=8192");
    execute("PRAGMA journal_mode=WAL");
    execute("PRAGMA synchronous=FULL");
    execute("CREATE TABLE t (k BLOB NOT NULL UNIQUE, v BLOB NOT NULL)");
    put =
        connection.prepareStatement(
            "INSERT INTO t VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public String name() {
    return "loop";
  }

  @Override
  public void warmUp() throws IOException {
    double unused = rate(warmUp);
  }

  @Override
  public Pairs.Rate measure() throws IOException {
    double rate = rate(run);
    return new Pairs.Rate(rate, String.format(Locale.ROOT, "%,.0f/s", rate));
  }

  private double rate(Duration time) throws IOException {
    long began = System.nanoTime();
    long count = 0;
    try (PreparedStatement begin = connection.prepareStatement("BEGIN IMMEDIATE");
        PreparedStatement commit = connection.prepareStatement("COMMIT")) {
      while (System.nanoTime() - began < time.toNanos()) {
        begin.execute();
        for (int i = 0; i < CALLERS; i++) {
          put.setBytes(1, key(random.nextInt(keys)));
          put.setBytes(2, item);
          put.executeUpdate();
        }
        commit.execute();
        count += CALLERS;
      }
    } catch (SQLException e) {
      throw new IOException(e);
    }
    return count * 1e9 / (System.nanoTime() - began);
  }

  private static byte[] key(int number) {
    byte[] key = new byte[KEY_BYTES];
    for (int i = KEY_BYTES - 1, left = number; i >= 0; i--, left /= 10) {
      key[i] = (byte) ('0' + left % 10);
    }
    return key;
  }

  @Override
  public void close() throws IOException {
    try {
      put.close();
      connection.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
    Folders.delete(folder);
  }
}
