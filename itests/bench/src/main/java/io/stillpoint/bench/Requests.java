package io.stillpoint.bench;

import io.stillpoint.bench.commit.GroupCommitLoop;
import io.stillpoint.bench.load.Items;
import io.stillpoint.bench.load.Load;
import io.stillpoint.bench.load.Wrk;
import io.stillpoint.bench.measure.Goal;
import io.stillpoint.bench.measure.Pairs;
import io.stillpoint.bench.measure.Ratios;
import io.stillpoint.bench.server.ServerKind;
import io.stillpoint.bench.server.ServerProcess;
import io.stillpoint.bench.server.Syncs;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

/** One operation over HTTP, against each peer and, for puts, against the bare loop. */
final class Requests {
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration RUN = Duration.ofSeconds(5);
  private static final int TRACED_PUTS = 50;

  /** Puts go to 100,000 keys, so that a run inserts as well as replaces. */
  private static final int PUT_PARTITIONS = 1000;

  private static final int READ_PARTITIONS = 200;

  private static final Map<String, String> NAMES =
      Map.of("put", "PutItem", "get", "GetItem", "query", "Query of 100 items");

  private final String operation;
  private final Report report;
  private final boolean isPut;
  private final Wrk wrk;

  Requests(String operation, Report report) {
    this.operation = operation;
    this.report = report;
    isPut = operation.equals("put");
    wrk =
        new Wrk(
            Path.of(System.getProperty("stillpoint.root", ""))
                .resolve("itests/bench/wrk/dynamodb.lua"));
  }

  void run() throws IOException, InterruptedException, NotRunException, SQLException {
    report.heading(
        operation
            + ": "
            + NAMES.get(operation)
            + ", items of 450 bytes, wrk with 1 thread and 32 connections, "
            + Pairs.COUNT
            + " pairs of "
            + RUN.toSeconds()
            + " s after "
            + WARM_UP.toSeconds()
            + " s of warm-up each");
    against(ServerKind.DYNALITE, isPut ? 1.5 : 2);
    against(ServerKind.DYNOXIDE, isPut ? 3 : 2);
    if (isPut) {
      againstLoop();
    }
  }

  /** Both start on new folders for each comparison, so that neither profits from the one before. */
  private void against(ServerKind peer, double goal)
      throws IOException, InterruptedException, NotRunException {
    Path scratch = Scratch.folder();
    try (ServerProcess ours = ServerProcess.start(ServerKind.STILLPOINT, scratch);
        ServerProcess theirs = ServerProcess.start(peer, scratch)) {
      Load ourLoad = prepare(ours);
      Load theirLoad = prepare(theirs);
      Ratios ratios = Pairs.run(ourLoad, theirLoad, report.out());
      requireWritten(ours);
      requireWritten(theirs);
      report.judge(Goal.atLeast(NAMES.get(operation), peer.title(), goal), ratios);
    }
  }

  private void againstLoop()
      throws IOException, InterruptedException, NotRunException, SQLException {
    Path scratch = Scratch.folder();
    try (ServerProcess ours = ServerProcess.start(ServerKind.STILLPOINT, scratch);
        GroupCommitLoop loop =
            new GroupCommitLoop(scratch, PUT_PARTITIONS * Items.PER_PARTITION, WARM_UP, RUN)) {
      Ratios ratios = Pairs.run(prepare(ours), loop, report.out());
      requireWritten(ours);
      report.judge(Goal.atLeast("PutItem", "bare group-commit loop", 0.5), ratios);
    }
  }

  /** Makes the table, checks that it answers as it should, and says whether it syncs. */
  private Load prepare(ServerProcess server) throws IOException, InterruptedException {
    Items.createTable(server.client());
    if (isPut) {
      report.line(
          server.kind().title()
              + ": "
              + Syncs.during(server, TRACED_PUTS, sort -> Items.put(server.client(), 0, sort)));
      return load(server, PUT_PARTITIONS, 0);
    }
    Items.load(server.client(), READ_PARTITIONS);
    int least =
        operation.equals("get")
            ? Items.requireItem(server.client(), READ_PARTITIONS - 1, 42)
            : Items.requirePartition(server.client(), READ_PARTITIONS - 1);
    return load(server, READ_PARTITIONS, least);
  }

  private Load load(ServerProcess server, int partitions, int leastBytes) {
    return new Load(server, wrk, operation, partitions, leastBytes, WARM_UP, RUN);
  }

  /** That the puts were puts: every server keeps a partition that only the load has written. */
  private void requireWritten(ServerProcess server) throws IOException, InterruptedException {
    if (isPut) {
      Items.requireAnyItem(server.client(), PUT_PARTITIONS - 1);
    }
  }
}
