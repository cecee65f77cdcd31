package io.stillpoint.sqlite;

import static io.stillpoint.sqlite.Started.in;
import static io.stillpoint.sqlite.Started.key;
import static io.stillpoint.sqlite.Started.value;

import io.stillpoint.api.backend.InstanceStatus;
import io.stillpoint.api.key.EntryKey;
import io.stillpoint.api.storage.Batch;
import io.stillpoint.api.storage.Change;
import io.stillpoint.api.storage.CommitOutcome;
import io.stillpoint.api.storage.Expectation;
import io.stillpoint.api.storage.StorageEngine;
import io.stillpoint.api.storage.StoredTable;
import io.stillpoint.api.storage.WriteId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the tests do in a process of its own: one that is killed, or whose disk is not ours. */
public final class Child {
  /** Entries that a commit of {@link #write} puts. */
  static final int TOGETHER = 3;

  private Child() {}

  /** The command line of a child with this process's Java and class path. */
  static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    if (Runtime.version().feature() >= 24) {
      // Else the JVM's warning of the driver's native library is among what the child says.
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            Child.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  public static void main(String[] arguments) throws Exception {
    Path file = Path.of(arguments[1]);
    switch (arguments[0]) {
      case "write" -> write(file);
      case "fill" -> fill(file, Path.of(arguments[2]));
      case "sync" -> sync(file, Path.of(arguments[2]));
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  /** Commits from four threads, and says each key after its commit was acknowledged, for ever. */
  private static void write(Path file) {
    Started started = Started.serving(Settings.file("t", file));
    StoredTable table = started.table("a");
    for (int t = 0; t < 4; t++) {
      int thread = t;
      new Thread(
              () -> {
                for (int i = 0; ; i++) {
                  String name = thread + "-" + i;
                  if (put(started.storage(), table, name) instanceof CommitOutcome.Applied) {
                    say("acknowledged " + name);
                  }
                }
              })
          .start();
    }
  }

  private static void say(String line) {
    synchronized (System.out) {
      System.out.println(line);
      System.out.flush();
    }
  }

  private static CommitOutcome put(StorageEngine storage, StoredTable table, String name) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < TOGETHER; i++) {
      EntryKey key = key(name + "/" + i);
      changes.add(Change.put(table.id(), 0, key, Expectation.absent(), value(key, 400)));
    }
    return storage.commit(new Batch(WriteId.fresh(), List.of(table.at()), changes), in(20));
  }

  /** Fills a small disk, frees it, and says what the instance did. */
  private static void fill(Path file, Path ballast) throws IOException {
    Files.write(ballast, new byte[2 << 20]);
    Started started = Started.serving(Settings.file("t", file));
    StoredTable table = started.table("a");
    List<String> acknowledged = new ArrayList<>();
    CommitOutcome outcome = null;
    String name = null;
    for (int i = 0; i < 100_000; i++) {
      name = "k" + i;
      outcome = put(started.storage(), table, name);
      if (!(outcome instanceof CommitOutcome.Applied)) {
        break;
      }
      acknowledged.add(name);
    }
    say("refused " + outcome.getClass().getSimpleName());
    say("reason " + started.await(InstanceStatus.FAILED));
    say("later " + put(started.storage(), table, "later").getClass().getSimpleName());
    Files.delete(ballast);
    started.await(InstanceStatus.SERVING);
    say("lost " + acknowledged.stream().filter(n -> !isWhole(started, table, n)).count());
    say("appeared " + (isAbsent(started, table, name) ? 0 : 1));
    say("again " + put(started.storage(), table, "again").getClass().getSimpleName());
    started.close();
  }

  /**
   * Lets the preloaded library fail syncs while a file is there, and says what the instance did.
   */
  private static void sync(Path file, Path switchFile) throws IOException {
    Started started = Started.serving(Settings.file("t", file));
    StoredTable table = started.table("a");
    say("before " + put(started.storage(), table, "before").getClass().getSimpleName());
    Files.createFile(switchFile);
    say("failed " + put(started.storage(), table, "failed").getClass().getSimpleName());
    say("reason " + started.await(InstanceStatus.FAILED));
    say("closed " + put(started.storage(), table, "closed").getClass().getSimpleName());
    Files.delete(switchFile);
    started.await(InstanceStatus.SERVING);
    say("before " + isWhole(started, table, "before"));
    say("half " + !(isWhole(started, table, "failed") || isAbsent(started, table, "failed")));
    say("closed " + isAbsent(started, table, "closed"));
    say("again " + put(started.storage(), table, "again").getClass().getSimpleName());
    started.close();
  }

  static boolean isWhole(Started started, StoredTable table, String name) {
    return count(started, table, name) == TOGETHER;
  }

  static boolean isAbsent(Started started, StoredTable table, String name) {
    return count(started, table, name) == 0;
  }

  private static int count(Started started, StoredTable table, String name) {
    int found = 0;
    for (int i = 0; i < TOGETHER; i++) {
      found +=
          started.read(table, key(String.format(Locale.ROOT, "%s/%d", name, i))) == null ? 0 : 1;
    }
    return found;
  }
}
