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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.sqlite.jdbc4.JDBC4Connection;

/**
 * The least that durable puts of 32 callers cost on SQLite: each caller hands one row to the one
 * thread that writes and waits until it is on the disk; that thread takes what is queued into one
 * transaction. No protocol, no tables, no definitions, no versions.
 */
public final class GroupCommitLoop implements Pairs.Contender, AutoCloseable {
  private static final int CALLERS = 32;
  private static final int KEY_BYTES = 12;
  private static final int ITEM_BYTES = 450;

  private record Put(int key, CompletableFuture<Void> done) {}

  private final Path folder;
  private final JDBC4Connection connection;
  private final BlockingQueue<Put> queue = new ArrayBlockingQueue<>(CALLERS);
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
    String file = folder.resolve("loop.db").toString();
    connection = new JDBC4Connection("jdbc:sqlite:" + file, file, new Properties());
    try (Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size=8192");
      statement.execute("PRAGMA journal_mode=WAL");
      statement.execute("PRAGMA synchronous=FULL");
      statement.execute("CREATE TABLE t (k BLOB NOT NULL UNIQUE, v BLOB NOT NULL)");
    }
  }

  @Override
  public String name() {
    return "loop";
  }

  @Override
  public void warmUp() throws IOException, InterruptedException {
    double unused = rate(warmUp);
  }

  @Override
  public Pairs.Rate measure() throws IOException, InterruptedException {
    double rate = rate(run);
    return new Pairs.Rate(rate, String.format(Locale.ROOT, "%,.0f/s", rate));
  }

  private double rate(Duration time) throws IOException, InterruptedException {
    long began = System.nanoTime();
    CountDownLatch calling = new CountDownLatch(CALLERS);
    for (int i = 0; i < CALLERS; i++) {
      SplittableRandom random = new SplittableRandom(i);
      Thread caller = new Thread(() -> call(random, began + time.toNanos(), calling));
      caller.setDaemon(true);
      caller.start();
    }
    long count = write(calling);
    return count * 1e9 / (System.nanoTime() - began);
  }

  private void call(SplittableRandom random, long end, CountDownLatch calling) {
    try {
      while (System.nanoTime() - end < 0) {
        Put put = new Put(random.nextInt(keys), new CompletableFuture<>());
        queue.put(put);
        put.done().get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      calling.countDown();
    }
  }

  /** Writes as long as anyone calls. */
  private long write(CountDownLatch calling) throws IOException, InterruptedException {
    long count = 0;
    List<Put> group = new ArrayList<>();
    try (PreparedStatement begin = connection.prepareStatement("BEGIN IMMEDIATE");
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO t VALUES (?, ?) ON CONFLICT (k) DO UPDATE SET v = excluded.v");
        PreparedStatement commit = connection.prepareStatement("COMMIT")) {
      while (calling.getCount() > 0) {
        Put first = queue.poll(10, TimeUnit.MILLISECONDS);
        if (first == null) {
          continue;
        }
        group.add(first);
        queue.drainTo(group);
        begin.execute();
        for (Put put : group) {
          insert.setBytes(1, key(put.key()));
          insert.setBytes(2, item);
          insert.executeUpdate();
        }
        commit.execute();
        group.forEach(put -> put.done().complete(null));
        count += group.size();
        group.clear();
      }
    } catch (SQLException e) {
      throw new IOException(e);
    }
    return count;
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
      connection.close();
    } catch (SQLException e) {
      throw new IOException(e);
    }
    Folders.delete(folder);
  }
}
